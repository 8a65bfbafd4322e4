# SPDX-License-Identifier: MIT
"""A browser's side of Web Push, and a push service, for tests.  The arithmetic is this file's own, so that it shares nothing with
the server's: P-256 and ECDSA by the textbook, HKDF (RFC 5869), AES-128-GCM (FIPS 197, SP 800-38D).  It is slow and not secret."""
import base64
import hashlib
import hmac
import http.server
import json
import secrets
import socket
import ssl
import struct
import subprocess
import threading
import time

P = 2**256 - 2**224 + 2**192 + 2**96 - 1
N = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
B = 0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B
G = (0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296, 0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5)


def to64(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from64(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


# ---- P-256 ----

def add(a, b):
    if a is None or b is None:
        return a or b
    if a[0] == b[0]:
        if (a[1] + b[1]) % P == 0:
            return None
        slope = (3 * a[0] * a[0] - 3) * pow(2 * a[1], -1, P)
    else:
        slope = (b[1] - a[1]) * pow(b[0] - a[0], -1, P)
    x = (slope * slope - a[0] - b[0]) % P
    return x, (slope * (a[0] - x) - a[1]) % P


def times(n, point):
    total = None
    while n:
        if n & 1:
            total = add(total, point)
        point = add(point, point)
        n >>= 1
    return total


def point_bytes(point):
    return b"\x04" + point[0].to_bytes(32, "big") + point[1].to_bytes(32, "big")


def bytes_point(data):
    x, y = int.from_bytes(data[1:33], "big"), int.from_bytes(data[33:], "big")
    if len(data) != 65 or data[0] != 4 or (y * y - x * x * x + 3 * x - B) % P != 0:
        raise ValueError("not a point of the curve")
    return x, y


def signed(public, message, signature):
    """Whether an ES256 signature is right."""
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if len(signature) != 64 or not (0 < r < N and 0 < s < N):
        return False
    digest, inverse = int.from_bytes(hashlib.sha256(message).digest(), "big"), pow(s, -1, N)
    point = add(times(digest * inverse % N, G), times(r * inverse % N, bytes_point(public)))
    return point is not None and point[0] % N == r


# ---- AES-128-GCM ----

def tables():
    box, p, q = [0] * 256, 1, 1
    while True:
        p ^= (p << 1 ^ (0x1B if p & 0x80 else 0)) & 0xFF
        q ^= q << 1
        q ^= q << 2
        q = (q ^ q << 4) & 0xFF
        q ^= 0x09 if q & 0x80 else 0
        x = q ^ (q << 1 | q >> 7) ^ (q << 2 | q >> 6) ^ (q << 3 | q >> 5) ^ (q << 4 | q >> 4)
        box[p] = (x ^ 0x63) & 0xFF
        if p == 1:
            break
    box[0] = 0x63
    return box


BOX = tables()


def schedule(key):
    words, round_ = [list(key[i:i + 4]) for i in range(0, 16, 4)], 1
    for i in range(4, 44):
        word = list(words[i - 1])
        if i % 4 == 0:
            word = [BOX[b] for b in word[1:] + word[:1]]
            word[0] ^= round_
            round_ = (round_ << 1 ^ (0x11B if round_ & 0x80 else 0)) & 0xFF
        words.append([a ^ b for a, b in zip(words[i - 4], word)])
    return [sum(words[i:i + 4], []) for i in range(0, 44, 4)]


def twice(b):
    return (b << 1 ^ (0x1B if b & 0x80 else 0)) & 0xFF


def block(keys, data):
    state = [a ^ b for a, b in zip(data, keys[0])]
    for number in range(1, 11):
        state = [BOX[state[(i + 4 * (i % 4)) % 16]] for i in range(16)]
        if number < 10:
            mixed = []
            for c in range(0, 16, 4):
                a = state[c:c + 4]
                mixed += [twice(a[i]) ^ twice(a[(i + 1) % 4]) ^ a[(i + 1) % 4] ^ a[(i + 2) % 4] ^ a[(i + 3) % 4] for i in range(4)]
            state = mixed
        state = [a ^ b for a, b in zip(state, keys[number])]
    return bytes(state)


def multiply(x, y):
    total = 0
    for i in range(127, -1, -1):
        if x >> i & 1:
            total ^= y
        y = y >> 1 ^ (0xE1 << 120 if y & 1 else 0)
    return total


def decrypt(key, nonce, data):
    text, tag, keys = data[:-16], data[-16:], schedule(key)
    h, hashed = int.from_bytes(block(keys, bytes(16)), "big"), 0
    for i in range(0, len(text), 16):
        hashed = multiply(hashed ^ int.from_bytes(text[i:i + 16].ljust(16, b"\0"), "big"), h)
    hashed = multiply(hashed ^ len(text) * 8, h)
    first = int.from_bytes(block(keys, nonce + struct.pack(">I", 1)), "big")
    if (hashed ^ first).to_bytes(16, "big") != tag:
        raise ValueError("the tag is wrong")
    out = b""
    for i in range(0, len(text), 16):
        out += bytes(a ^ b for a, b in zip(text[i:i + 16], block(keys, nonce + struct.pack(">I", 2 + i // 16))))
    return out


def expand(salt, secret, info, n):
    return hmac.digest(hmac.digest(salt, secret, "sha256"), info + b"\x01", "sha256")[:n]


class Device:
    """A browser with a subscription."""

    def __init__(self, secret=None, auth=None):
        self.secret = secret or secrets.randbelow(N - 1) + 1
        self.auth = auth or secrets.token_bytes(16)
        self.public = point_bytes(times(self.secret, G))

    def open(self, body):
        """The message in a request's body (RFC 8291), without its padding."""
        salt, size, named = body[:16], struct.unpack(">I", body[16:20])[0], body[20]
        server, sealed = body[21:21 + named], body[21 + named:]
        if named != 65 or len(sealed) > size:
            raise ValueError("the head is wrong")
        shared = times(self.secret, bytes_point(server))[0].to_bytes(32, "big")
        mixed = expand(self.auth, shared, b"WebPush: info\0" + self.public + server, 32)
        plain = decrypt(expand(salt, mixed, b"Content-Encoding: aes128gcm\0", 16), expand(salt, mixed, b"Content-Encoding: nonce\0", 12), sealed)
        text = plain.rstrip(b"\0")
        if text[-1:] != b"\x02":
            raise ValueError("the padding is wrong")
        return text[:-1]


def self_test():
    """The example of RFC 8291, 5."""
    device = Device(int.from_bytes(from64("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"), from64("BTBZMqHH6r4Tts7J_aSIgg"))
    body = from64("DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_"
                  "yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN")
    return device.open(body) == b"When I grow up, I want to be a watermelon"


# ---- A push service ----

class Service:
    """A push service at 127.0.0.1.  `answers` maps a path to the statuses of its next answers, each a number, or (number, headers,
    seconds to wait); then, and for other paths, 201.  `came` lists the requests."""

    def __init__(self, folder, name):
        self.came, self.answers, self.changed = [], {}, threading.Condition()
        cert, key = folder / "push.crt", folder / "push.key"
        if not cert.exists():
            subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", cert, "-days", "2",
                            "-subj", "/CN=push", "-addext", "subjectAltName=DNS:*.example.com"], check=True, capture_output=True)
        self.cert, self.name, service = cert, name, self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["content-length"]))
                with service.changed:
                    service.came.append((self.path, dict((k.lower(), v) for k, v in self.headers.items()), body))
                    service.changed.notify_all()
                    left = service.answers.get(self.path, [])
                    answer = left.pop(0) if left else 201
                status, headers, wait = answer if isinstance(answer, tuple) else (answer, {}, 0)
                time.sleep(wait)
                self.send_response(status)
                for header, value in headers.items():
                    self.send_header(header, value)
                self.send_header("content-length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def port(self):
        return self.server.server_address[1]

    def to(self, path):
        return [one for one in self.came if one[0] == path]

    def wait(self, path, n, seconds=30):
        """Waits for the nth request to a path; returns it, or None."""
        with self.changed:
            self.changed.wait_for(lambda: len(self.to(path)) >= n, seconds)
            found = self.to(path)
            return found[n - 1] if len(found) >= n else None

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class Listener:
    """Counts connections to a port where nobody may connect."""

    def __init__(self):
        self.came = 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                self.socket.accept()[0].close()
            except OSError:
                return
            self.came += 1

    def close(self):
        self.socket.close()


def token_of(headers):
    """The parts of a request's token: (claims, key), if its signature is right."""
    scheme, _, rest = headers["authorization"].partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    head, claims, signature = parts["t"].split(".")
    key = from64(parts["k"])
    if scheme != "vapid" or json.loads(from64(head)) != {"typ": "JWT", "alg": "ES256"} or not signed(key, f"{head}.{claims}".encode(), from64(signature)):
        return None
    return json.loads(from64(claims)), key
