import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { waitUntil } from '../../tests/support/wait-until.ts';
import { limitPipelining } from './limit-pipelining.ts';

let server: Server;
let socket: Socket;
/** The responses that have not been ended. */
let responses: ServerResponse[];
let answers: string;
beforeEach(async () => {
  [responses, answers] = [[], ''];
  server = createServer((_request, response) => responses.push(response)).listen(0, '127.0.0.1');
  limitPipelining(server);
  await once(server, 'listening');
  socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
  socket.on('error', () => undefined);
});
afterEach(() => {
  socket.destroy();
  server.close();
});

const ask = (times: number) => socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(times));

test('a connection that asks for a ninth answer before it got one is ended', async () => {
  ask(9);
  await once(socket, 'close');
  expect(answers).toBe('');
});

test('a connection that gets its answers may ask as often as it likes', async () => {
  for (let round = 1; round <= 3; round += 1) {
    ask(8);
    await waitUntil('the server has the requests', () => Promise.resolve(responses.length === 8));
    for (const response of responses.splice(0)) response.end('done');
    await waitUntil('they are answered', () =>
      Promise.resolve(answers.split('done').length - 1 === round * 8),
    );
  }
  expect(socket.destroyed).toBe(false);
});
