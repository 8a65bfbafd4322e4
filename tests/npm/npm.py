#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The npm package, packed and installed in an empty folder: docs/npm.md, every game, refusals, workers, a browser, Vite.

    npm.py node ROOT BUILD        in Node: the example of docs/npm.md, games.mjs, a worker thread
    npm.py browser ROOT BUILD     in Chromium from a plain file server: the element of docs/npm.md, and a worker
    npm.py vite ROOT BUILD        built by the page's Vite, checked by its TypeScript, and shown in Chromium
"""
import functools
import http.server
import pathlib
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).resolve().parent
SKIP = 77


def run(command, folder):
    done = subprocess.run(list(map(str, command)), cwd=folder, text=True, capture_output=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"{command}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def installed(root, build, folder):
    """Runs the two commands of docs/npm.md."""
    pack, install = re.findall(r"^    ((?:tools/npm|npm install) .*)$", (root / "docs/npm.md").read_text(), re.M)
    assert pack.startswith("tools/npm build "), pack
    (folder / "package.json").write_text('{ "private": true }\n')
    run([root / "tools/npm", build, *pack.split()[2:]], folder)
    version = re.search(r"version: '([\d.]+)'", (root / "meson.build").read_text())[1]
    assert (folder / f"packed/boneyard-{version}.tgz").exists(), f"npm/package.json has another version than {version}"
    run([*install.split(), "--offline"], folder)
    names = sorted(path.name for path in (folder / "node_modules/boneyard").iterdir())
    assert names == ["LICENSE", "boneyard.d.ts", "boneyard.js", "boneyard.wasm", "element.d.ts", "element.js", "package.json"], names


def block(root, kind):
    return re.search(rf"```{kind}\n(.*?)```", (root / "docs/npm.md").read_text(), re.S).group(1)


def in_node(root, build, folder):
    (folder / "game.mjs").write_text(block(root, "js"))
    said = run(["node", "game.mjs"], folder)
    assert re.search(r"^scores: \d+ \d+$", said, re.M) and said.count("seat ") > 10, said
    shutil.copy(HERE / "games.mjs", folder)
    print(run(["node", "games.mjs"], folder))


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css"}    # none for .wasm

    told = queue.Queue()

    def do_POST(self):                                     # the page reports what it shows
        self.told.put(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_):
        pass


def shown(folder, name):
    """The report of a page from a server that does not know the type of .wasm."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = subprocess.Popen(["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
                                    "--window-size=900,900", "--remote-debugging-port=0", f"http://127.0.0.1:{server.server_port}/{name}"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return Quiet.told.get(timeout=120)
        except queue.Empty:
            sys.exit(f"{name} reported nothing")
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()


LOOK = """<script type="module">
const table = document.querySelector('boneyard-table');
for (let i = 0; i < 1000 && !table.shadowRoot?.querySelector('button:enabled'); i++)
  await new Promise((done) => setTimeout(done, 50));
const root = table.shadowRoot, hand = root.querySelectorAll('.hand button .tile').length;
const out = [];
table.addEventListener('move', ({ detail }) => out.push(`${detail.seat}:${detail.move}`));
root.querySelector('button:enabled').click();
if (out.length === 0)                                      // the tile fits in several places
  root.querySelector('.moves button').click();
const worker = WORKER;
const said = worker && await new Promise((done) => { worker.onmessage = ({ data }) => done(data); worker.onerror = (e) => done(e.message); });
await fetch('/', { method: 'POST', body:
  `RESULT isolated=${crossOriginIsolated} moves=${out.length} hand=${hand} tiles=${root.querySelectorAll('.drawing .tile').length} worker=${said} END` });
</script>"""
WORKER = "new Worker('worker.mjs', { type: 'module' })"


def judge(page):
    found = re.search(r"RESULT isolated=(\w+) moves=(\d+) hand=(\d+) tiles=(\d+) worker=(.*?) END", page)
    assert found, page[-3000:]
    assert found[1] == "false" and int(found[2]) >= 2 and int(found[3]) == 7 and int(found[4]) >= 2, found[0]
    return found[5]


def in_browser(root, _build, folder):
    (folder / "index.html").write_text(block(root, "html").replace("</html>", LOOK.replace("WORKER", WORKER) + "</html>"))
    (folder / "worker.mjs").write_text("""import { load } from './node_modules/boneyard/boneyard.js';
const match = await (await load()).match('block players=2', { seed: '5' });
match.deal();
postMessage(match.choose('hard', { count: 50 }));""")
    assert re.fullmatch(r"\d-\d.*", judge(shown(folder, "index.html")))


def in_vite(root, build, folder):
    web = build / "web"
    if not (web / "node_modules/vite").exists():
        print("the page is not built here")
        return SKIP
    (folder / "main.ts").write_text("import 'boneyard/element';\nimport { load, type View } from 'boneyard';\n"
                                    "const match = await (await load()).match('draw'), view: View = match.view(0);\nconsole.log(view.hand);\n"
                                    "// @ts-expect-error a hand may be null\nview.hand.length;\n"
                                    "document.querySelector('boneyard-table')?.play('pass');\n")
    page = block(root, "html").replace("import 'boneyard/element';", "").replace('<script type="module">', '<script type="module" src="./main.ts">')
    (folder / "index.html").write_text(re.sub(r'<script type="importmap">.*?</script>', "", page).replace("</html>", LOOK.replace("WORKER", "null") + "</html>"))
    tsc = [web / "node_modules/.bin/tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler",
           "--lib", "es2023,dom,dom.iterable", "main.ts"]
    run([root / "tools/web", "use", web, "env", "-C", folder, *tsc], folder)
    run([root / "tools/web", "use", web, "env", "-C", folder, web / "node_modules/.bin/vite", "build", "--target", "es2022"], folder)
    assert list((folder / "dist").rglob("*.wasm")), "Vite has not copied the module"
    judge(shown(folder / "dist", "index.html"))
    return 0


def main():
    what, root, build = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    with tempfile.TemporaryDirectory() as top:
        folder = pathlib.Path(top).resolve()
        installed(root, build, folder)
        return {"node": in_node, "browser": in_browser, "vite": in_vite}[what](root, build, folder) or 0


if __name__ == "__main__":
    sys.exit(main())
