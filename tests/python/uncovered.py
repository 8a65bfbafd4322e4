# SPDX-License-Identifier: MIT
"""Batches refuse a game that no model covers: uncovered.py EXTENSION

The package is imported with this extension.  Fails with the ordinary one, whose models cover all games."""
import importlib.util
import shutil
import sys
import tempfile
from pathlib import Path

extension = Path(sys.argv[1])
package = Path(importlib.util.find_spec("boneyard").submodule_search_locations[0])
with tempfile.TemporaryDirectory() as folder:
    copy = Path(folder) / "boneyard"
    copy.mkdir()
    for file in package.glob("*.py"):
        shutil.copy(file, copy)
    shutil.copy(extension, copy)
    sys.path.insert(0, folder)
    from boneyard.vector import VectorEnv, _core

    assert Path(_core.__file__).parent == copy
    try:
        VectorEnv("block:basics", 4, seed=1)
    except ValueError as error:
        sys.exit(None if str(error) == "batches of block are not supported" else f"wrong message: {error}")
sys.exit("a batch of a game without a model was made")
