import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../tests/support/runner/wait-until.ts';
import { limitPipelining } from './limit-pipelining.ts';

let server: Server;
let socket: Socket;
/** The responses that have not been ended. */
let responses: ServerResponse[];
let received: string;
beforeEach(async () => {
  [responses, received] = [[], ''];
  server = createServer((_request, response) => responses.push(response)).listen(0, '127.0.0.1');
  limitPipelining(server);
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', (chunk: Buffer) => (received += chunk.toString()));
  socket.on('error', () => undefined);
});
afterEach(() => {
  socket.destroy();
  server.close();
});

const sendRequests = (times: number) => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(times));

test('a connection is closed when it sends a ninth request before the first response', async () => {
  sendRequests(9);
  await once(socket, 'close');
  expect(received).toBe('');
});

test('a connection that reads its responses may send any number of requests', async () => {
  for (let round = 1; round <= 3; round += 1) {
    sendRequests(8);
    await waitUntil('the server has the requests', () => Promise.resolve(responses.length === 8));
    for (const response of responses.splice(0)) response.end('done');
    await waitUntil('the responses have arrived', () =>
      Promise.resolve(received.split('done').length - 1 === round * 8),
    );
  }
  expect(socket.destroyed).toBe(false);
});
