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

test('people can be added to the desk’s staff before the first start, invited by link, listed and deactivated, but not the last owner', async () => {
  const added = await staff(['add', 'Ann Bell', 'Ann@firm.example', 'owner']);
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toMatch(LINK);
  expect((await staff(['add', 'Ben', 'ben@firm.example', 'staff'])).stdout).toMatch(LINK);
  expect((await staff(['link', 'ben@firm.example'])).stdout).toMatch(LINK);
  expect(await staff(['end', 'ben@firm.example'])).toMatchObject({ code: 0 });
  expect(await staff(['list'])).toEqual({
    code: 0,
    stdout: 'owner\tAnn Bell\tann@firm.example\nended\tBen\t\n',
    stderr: '',
  });
  const lastOwner = await staff(['end', 'ann@firm.example']);
  expect(lastOwner).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The last owner stays') as string,
  });
  expect((await staff(['list'])).stdout).toContain('owner\tAnn Bell\tann@firm.example\n');
});

test.each([
  [['add', 'Ann', 'no address', 'owner']],
  [['add', 'Ann', 'ann@firm.example', 'king']],
  [['end']],
  [[]],
])('npm run staff with the arguments %j prints the usage', async (args) => {
  expect(await staff(args)).toMatchObject({ code: 1, stderr: expect.stringMatching(/^Usage:/) as string });
});

test('an unknown e-mail address is named in the error', async () => {
  await staff(['add', 'Ann', 'ann@firm.example', 'owner']);
  for (const action of ['end', 'link']) {
    const outcome = await staff([action, 'eve@elsewhere.example']);
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('eve@elsewhere.example') as string,
    });
  }
});
