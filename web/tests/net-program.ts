// SPDX-License-Identifier: MIT
// A browser's way to `boneyard serve`, in Node: a cookie, and a WebSocket over a socket of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../net/socket';

/** As much of a WebSocket as socket.ts uses. */
class Plain {
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  private socket: Socket | null = null;
  private bytes = Buffer.alloc(0);
  private closed = false;

  constructor(origin: string, cookie: string) {
    const asked = request(new URL('ws', origin), { headers: {
      Connection: 'Upgrade', Upgrade: 'websocket', Origin: origin.replace(/\/$/, ''), Cookie: cookie,
      'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    } });
    asked.on('upgrade', (_, socket: Socket, head) => {
      this.socket = socket;
      socket.on('data', (data: Buffer) => this.take(data));
      socket.on('close', () => this.end());
      socket.on('error', () => this.end());
      if (this.closed)
        socket.destroy();
      this.onopen?.();
      this.take(head);
    });
    asked.on('response', () => this.end());
    asked.on('error', () => this.end());
    asked.end();
  }

  private end(): void {
    if (!this.closed)
      this.onclose?.();
    this.closed = true;
  }

  private take(data: Buffer): void {
    this.bytes = Buffer.concat([this.bytes, data]);
    for (;;) {
      let length = (this.bytes[1] ?? 0) & 127, at = 2;
      if (length === 126 && this.bytes.length >= 4)
        [length, at] = [this.bytes.readUInt16BE(2), 4];
      else if (length === 127 && this.bytes.length >= 10)
        [length, at] = [Number(this.bytes.readBigUInt64BE(2)), 10];
      if (this.bytes.length < 2 || (length >= 126 && at === 2) || this.bytes.length < at + length)
        return;
      const kind = this.bytes[0]! & 15, body = this.bytes.subarray(at, at + length);
      this.bytes = this.bytes.subarray(at + length);
      if (kind === 1)
        this.onmessage?.({ data: body.toString() });
      else if (kind === 9)
        this.frame(10, body);
      else if (kind === 8)
        this.socket?.end();
    }
  }

  private frame(kind: number, body: Buffer): void {
    const mask = randomBytes(4), long = body.length > 125, head = Buffer.alloc(long ? 4 : 2);
    head[0] = 128 | kind;
    head[1] = 128 | (long ? 126 : body.length);
    if (long)
      head.writeUInt16BE(body.length, 2);
    this.socket?.write(Buffer.concat([head, mask, body.map((byte, i) => byte ^ mask[i % 4]!)]));
  }

  send(text: string): void { this.frame(1, Buffer.from(text)); }
  close(): void {
    this.closed = true;
    this.socket?.destroy();
  }
  /** The network is gone, without a word. */
  cut(): void {
    this.socket?.destroy();
  }
}

/** One browser. */
export class Browser implements World {
  cookie = '';
  last: Plain | null = null;
  constructor(readonly origin: string) {}

  async session(secret?: string): Promise<number> {
    const headers: Record<string, string> = { Origin: this.origin.replace(/\/$/, '') };
    if (this.cookie)
      headers['Cookie'] = this.cookie;
    if (secret !== undefined)
      headers['Authorization'] = `Bearer ${secret}`;
    const answer = await fetch(new URL('session', this.origin), { method: 'POST', headers }), set = answer.headers.get('set-cookie');
    if (set)
      this.cookie = set.split(';')[0]!;
    return answer.status;
  }
  open(): WebSocket {
    this.last = new Plain(this.origin, this.cookie);
    return this.last as unknown as WebSocket;
  }
  isHere(): boolean { return true; }
  leave(): void { throw new Error('another site'); }
  random(): number { return 0; }
  isOnline(): boolean { return true; }
}

/** Every browser here has one address: without these, the server makes them wait. */
const MANY = ['--sockets-per-address', '1000', '--connection-rate-per-address', '10000', '--credits', '1000000'];

/** The program, serving with a database of its own. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'boneyard-net-'));
  origin = '';
  private child: ChildProcess | null = null;

  constructor(private readonly path: string, private listen = '127.0.0.1:0') {}

  async start(): Promise<void> {
    const page = join(this.folder, 'page');             // any page will do: nobody looks at it
    mkdirSync(page, { recursive: true });
    writeFileSync(join(page, 'index.html'), '<!doctype html><title>Boneyard</title>');
    const child = spawn(this.path, ['serve', '--listen', this.listen, '--web-root', page, ...MANY], { env: { ...process.env, XDG_STATE_HOME: this.folder },
      stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    this.origin = await new Promise((done, failed) => {
      let said = '';
      const hear = (data: Buffer): void => {
        said += data.toString();
        const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
        if (found)
          done(found);
      };
      child.stdout!.on('data', hear);
      child.stderr!.on('data', hear);
      child.on('exit', (code) => failed(new Error(`serve ended with ${code}: ${said}`)));
    });
    this.listen = new URL(this.origin).host;
  }

  stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const { child } = this;
    return new Promise((done) => {
      if (!child || child.exitCode !== null)
        return done(child?.exitCode ?? null);
      child.once('exit', (code) => done(code));
      child.kill(signal);
    });
  }
}
