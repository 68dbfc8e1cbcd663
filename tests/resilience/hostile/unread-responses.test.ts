/** Clients that send requests and do not read the responses. */
import { readFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../../support/server/installation.ts';
import { startProbed, type Probed } from '../../support/load/server-with-probe.ts';
import { waitUntil } from '../../support/runner/wait-until.ts';

const CONNECTIONS = 1_500;
/** The server closes a connection that sends one request more before it reads a response. */
const REQUESTS = 8;
const MEMORY_LIMIT_MB = 350;
const MEMORY_LIMIT_AFTERWARDS_MB = 250;

let installation: Installation;
let probed: Probed;
let sockets: Socket[];
beforeEach(async () => {
  installation = await createInstallation();
  probed = await startProbed(installation);
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await installation.close();
});

/** The largest resident memory that the server has had so far. */
async function readPeakMb(): Promise<number> {
  const status = await readFile(`/proc/${probed.server.pid}/status`, 'utf8');
  return Math.round(Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}

test.runIf(process.platform === 'linux').each(['/', '/no-such-page'])(
  '1,500 connections that request %s eight times each, and read nothing, take little memory',
  async (path) => {
    const { hostname, port } = new URL(probed.server.url);
    const requests = `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(REQUESTS);
    await Promise.all(
      Array.from({ length: CONNECTIONS }, () => {
        const { promise, resolve, reject } = Promise.withResolvers<undefined>();
        const socket = connect(Number(port), hostname).pause();
        sockets.push(socket);
        socket.on('error', reject);
        socket.on('connect', () =>
          socket.write(requests, () => {
            resolve(undefined);
          }),
        );
        return promise;
      }),
    );
    // The server reads in turns, so it has read all earlier requests when it has responded to this one.
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await fetch(probed.server.url);
      expect(response.status).toBe(200);
      await response.arrayBuffer();
    }
    const peakMb = await readPeakMb();
    for (const socket of sockets) socket.destroy();
    await waitUntil(
      'the memory is free again',
      async () => (await probed.probe()).rssMb < MEMORY_LIMIT_AFTERWARDS_MB,
    );

    expect(peakMb).toBeLessThan(MEMORY_LIMIT_MB);
  },
);
