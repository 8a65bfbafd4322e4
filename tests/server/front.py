# SPDX-License-Identifier: MIT
"""nginx with one of the example configurations in dist/, for tests and tools/cluster."""
import contextlib
import pathlib
import shutil
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


@contextlib.contextmanager
def nginx(folder, example, port, changes):
    """Runs nginx in a folder, on a port of this machine, with changes [(from, to)] to an example."""
    text, folder = (ROOT / "dist" / example).read_text(), pathlib.Path(folder)
    for old, new in changes:
        if old not in text:
            raise ValueError(f"{example} has no line with {old}")
        text = text.replace(old, new)
    temporary = " ".join(f"{name}_temp_path {folder}/t;" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(f"daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/log warn;\n"
                                       f"events {{ }}\nhttp {{ {temporary}\n{text}\n}}\n")
    process = subprocess.Popen([NGINX, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "log"], start_new_session=True)
    try:
        for _ in range(1200):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 60):
                break
            if process.poll() is not None:
                raise RuntimeError((folder / "log").read_text())
            time.sleep(0.05)
        yield
    finally:
        process.terminate()
        process.wait(60)
