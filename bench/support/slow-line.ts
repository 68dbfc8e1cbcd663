/**
 * Passes TCP connections on to a local port, as slowly as Lighthouse's mobile line: round trips of 150 ms, 1.6 Mbit/s
 * towards the browser. A browser's own emulation of a slow line does not slow down what it prefetches or prerenders.
 *
 * Started with `startChild('slow-line.ts', '4321')`. With a second argument, `::1`, it listens at the same port of that
 * address, for a server that refuses requests to other ports.
 */
import { connect, createServer, type Socket } from 'node:net';

const ONE_WAY_MS = 75;
const BYTES_PER_MS = 1_638_400 / 8 / 1000;
const PACKET_BYTES = 1460;

const [port, address] = process.argv.slice(2);
const target = Number(port);

type Connection = { packets: Buffer[]; sendDown: (packet: Buffer, delayMs: number) => void };

/** The connections with packets for the browser. The line sends one packet of each in turn. */
const waiting: Connection[] = [];
/** The time at which the line has sent the last packet that it took. */
let freeAtMs = 0;

function sendNext(): void {
  const connection = waiting[0];
  const packet = connection?.packets.shift();
  if (!connection || !packet) return;
  freeAtMs += packet.length / BYTES_PER_MS;
  const sentInMs = freeAtMs - performance.now();
  connection.sendDown(packet, sentInMs + ONE_WAY_MS);
  const sendAnother = () => {
    waiting.shift();
    if (connection.packets.length > 0) waiting.push(connection);
    sendNext();
  };
  // A timer that fired late has used up the time of this packet too.
  setTimeout(sendAnother, Math.max(0, sentInMs));
}

/** Writes data to a socket after a delay, in the order of the calls. */
function createDelayedWriter(socket: Socket) {
  const queue: Buffer[] = [];
  return (data: Buffer, delayMs: number) => {
    queue.push(data);
    // Of two timers with almost the same time, either may come first.
    setTimeout(() => socket.write(queue.shift() ?? ''), Math.max(0, delayMs));
  };
}

const line = createServer({ noDelay: true }, (browser) => {
  const server = connect({ port: target, host: '127.0.0.1', noDelay: true });
  const sendUp = createDelayedWriter(server);
  const connection: Connection = { packets: [], sendDown: createDelayedWriter(browser) };
  // The handshake of the browser's connection takes a round trip, and the browser sends nothing before its end.
  const openAtMs = performance.now() + 2 * ONE_WAY_MS;
  browser.on('data', (data) => {
    sendUp(data, ONE_WAY_MS + Math.max(0, openAtMs - performance.now()));
  });
  server.on('data', (data) => {
    for (let start = 0; start < data.length; start += PACKET_BYTES)
      connection.packets.push(data.subarray(start, start + PACKET_BYTES));
    if (waiting.includes(connection)) return;
    waiting.push(connection);
    if (waiting.length > 1) return;
    freeAtMs = Math.max(freeAtMs, performance.now());
    sendNext();
  });
  for (const [socket, other] of [
    [browser, server],
    [server, browser],
  ] as const) {
    socket.on('error', () => other.destroy());
    socket.on('close', () => other.destroy());
  }
});
line.listen(address === undefined ? 0 : target, address ?? '127.0.0.1', () => process.send?.(line.address()));
process.once('disconnect', () => process.exit());
