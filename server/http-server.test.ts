import { connect } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { expect, test } from 'vitest';
import { SITE_FIXTURE } from '../tests/support/app.ts';
import { openHttpServer } from './http-server.ts';
import { openSite } from './site/site.ts';

const MORE_THAN_THE_SYSTEM_HOLDS = 64_000_000;

test('a client that stops reading in the middle of an answer is disconnected', async () => {
  const ended = Promise.withResolvers<undefined>();
  const server = await openHttpServer({
    app: {
      fetch(_request, bindings) {
        (bindings as HttpBindings).incoming.socket.once('close', () => {
          ended.resolve(undefined);
        });
        return new Response(new Uint8Array(MORE_THAN_THE_SYSTEM_HOLDS));
      },
    },
    site: openSite(SITE_FIXTURE, { headers: {} }),
    host: '127.0.0.1',
    port: 0,
    standstillMs: 200,
  });
  const reader = connect(server.port, '127.0.0.1').pause();
  reader.on('error', () => undefined);
  reader.write('GET /nowhere HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect(ended.promise).resolves.toBeUndefined();
  reader.destroy();
  await server.close();
});
