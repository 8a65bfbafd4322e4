# SPDX-License-Identifier: MIT
"""The real engine as a child process: one JSON request a line, one JSON reply a line."""

import json
import queue
import subprocess
import threading


class EngineDied(Exception):
    pass


class Engine:
    def __init__(self, path, timeout=30):
        self.timeout = timeout
        self.child = subprocess.Popen([path, "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.child.stdout:
            self.lines.put(line)
        self.lines.put(None)

    def send_lines(self, lines):
        """Send raw lines together, return the parsed replies in order."""
        try:
            self.child.stdin.write(("".join(line + "\n" for line in lines)).encode())
            self.child.stdin.flush()
        except OSError as error:
            raise EngineDied("the engine takes no more input: %s" % error)
        replies = []
        for line in lines:
            try:
                reply = self.lines.get(timeout=self.timeout)
            except queue.Empty:
                raise EngineDied("no reply within %d s to %s" % (self.timeout, line[:200]))
            if reply is None:
                raise EngineDied("the engine ended (status %s) at %s" % (self.child.poll(), line[:200]))
            try:
                replies.append(json.loads(reply))
            except ValueError:
                raise EngineDied("a reply that is no JSON: %r to %s" % (reply[:300], line[:200]))
        return replies

    def many(self, requests):
        return self.send_lines([json.dumps(request) for request in requests])

    def close(self):
        try:
            self.child.stdin.close()
            self.child.wait(timeout=5)
        except (OSError, subprocess.TimeoutExpired):
            self.child.kill()
            self.child.wait()
