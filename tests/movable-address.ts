import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP address that leads to a Unix socket of choice. */
export class MovableAddress {
  readonly #sockets = new Set<Socket>();
  #target = '';
  readonly #server: Server = createServer((socket) => {
    const there = connect(this.#target);
    for (const [one, other] of [
      [socket, there],
      [there, socket],
    ] as const) {
      this.#sockets.add(one);
      one.pipe(other);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
  });

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  leadTo(socketPath: string): void {
    this.#target = socketPath;
  }

  /** Open connections stay open, and nothing comes through them. */
  fallSilent(): void {
    for (const socket of this.#sockets) {
      socket.unpipe();
      socket.removeAllListeners('close');
      socket.resume();
    }
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
