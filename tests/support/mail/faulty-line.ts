import { connect, createServer, type Socket } from 'node:net';
import { closeAtEnd } from '../runner/close-at-end.ts';
import { listen } from '../server/listen-on-free-port.ts';

/**
 * Starts a proxy in front of an IMAP server, which ends with the test. Once, or at each mail with a number, its connection
 * either breaks in the middle of a mail, or hangs without a word, as when the other end has vanished.
 */
export async function startFaultyLine(url: string, fault: 'hangs' | 'breaks') {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  let failsNext = false;
  let failingUid: number | undefined;
  let failures = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    let isHanging = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.destroy());
    upstream.on('data', (chunk: Buffer) => {
      const isFailing = failingUid !== undefined && chunk.includes(`FETCH (UID ${failingUid} `);
      if ((failsNext && chunk.includes('FETCH')) || isFailing) {
        failsNext = false;
        failures += 1;
        client.write(chunk.subarray(0, chunk.length / 2));
        if (fault === 'breaks') client.destroy();
        isHanging = true;
      }
      if (!isHanging) client.write(chunk);
    });
  });
  const port = await listen(server);
  closeAtEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    return Promise.resolve();
  });
  return {
    url: url.replace(target.host, `127.0.0.1:${port}`),
    failOnce: () => (failsNext = true),
    failAtUid: (uid: number | undefined) => (failingUid = uid),
    failures: () => failures,
  };
}
