# SPDX-License-Identifier: MIT
"""Batches refuse a game that no model covers: uncovered.py EXTENSION [fault]

The package is imported with this extension.  `fault` is for the ordinary one, whose models cover all games: with it, the batch
must be made, as it would be if the guard were missing."""
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
        said = "made"
    except ValueError as error:
        said = str(error)
if said != ("made" if sys.argv[2:] == ["fault"] else "batches of block are not supported"):
    sys.exit(f"a batch of a game without a model: {said}")
