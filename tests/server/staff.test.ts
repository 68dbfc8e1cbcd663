import { afterEach, beforeEach, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../support/server/installation.ts';
import { runScript } from '../support/server/run-script.ts';

let installation: Installation;
beforeEach(async () => {
  installation = await createInstallation({ isFresh: true });
});
afterEach(() => installation.close());

const staff = (args: string[], variables: Record<string, string> = {}) =>
  runScript('staff', args, { DATA_DIR: installation.dataDir, ...variables });

const LINK = /http:\/\/localhost:4322\/#\/link\/[\w-]{43}\n$/;

test('the first owner can be added before the first start, and gets a new link when they are locked out', async () => {
  const added = await staff(['add', 'Ann Bell', 'Ann@firm.example']);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toMatch(LINK);
  expect((await staff(['link', 'ann@firm.example'])).stdout).toMatch(LINK);
});

test.each([[['add', 'Ann', 'no address']], [['add', 'Ann', 'ann@firm.example', 'owner']], [['link']], [[]]])(
  'npm run staff with the arguments %j prints the usage',
  async (args) => {
    expect(await staff(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage:/) as string });
  },
);

test('an unknown e-mail address is named in the error', async () => {
  await staff(['add', 'Ann', 'ann@firm.example']);
  expect(await staff(['link', 'eve@elsewhere.example'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('eve@elsewhere.example') as string,
  });
});
