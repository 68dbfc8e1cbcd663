import { afterAll, afterEach, beforeAll, beforeEach, describe, test, vi } from 'vitest';
import { startRecordingServer, type RecordingServer } from '../../support/recording-server.ts';
import { createAnswers } from './answers.ts';
import { disconnectAll } from './node-client.ts';
import { NODE_RULES, titleOf } from './rules/all.ts';
import { createNodeBench } from './rules/node-bench.ts';

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer(createAnswers());
});
beforeEach(() => {
  server.requests.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await disconnectAll();
});
afterAll(() => server.close());

describe('in Node, the client that the site configures does what the specification says in section', () => {
  test.each(NODE_RULES.map((rule) => [titleOf(rule), rule] as const))('%s', (_title, rule) =>
    rule.prove(createNodeBench(server)),
  );
});
