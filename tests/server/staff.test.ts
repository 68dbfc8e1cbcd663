import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createInstallation, type Installation } from '../support/installation.ts';
import { startRecordingServer } from '../support/recording-server.ts';
import { runScript } from '../support/run-script.ts';

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

test('with SUPABASE_URL and a secret key, npm run staff creates the account and the staff member in that project', async () => {
  const user = { id: crypto.randomUUID(), email: 'ann@firm.example', aud: 'authenticated' };
  const project = await startRecordingServer((request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/generate_link')) {
      return Response.json({ ...user, hashed_token: 'hash-of-the-link', verification_type: 'magiclink' });
    }
    if (pathname.endsWith('/users')) {
      return Response.json(request.method === 'GET' ? { users: [] } : user);
    }
    return Response.json({ id: user.id, name: 'Ann' });
  });
  const variables = {
    SUPABASE_URL: project.url,
    SUPABASE_SECRET_KEY: 'sb_secret_x',
    DESK_URL: 'https://desk.firm.example',
  };
  const { code, stdout } = await staff(['add', 'Ann', 'ann@firm.example', 'owner'], variables);
  expect({ code, link: stdout.split('\n')[1] }).toEqual({
    code: 0,
    link: 'https://desk.firm.example/#/link/hash-of-the-link',
  });
  expect(project.requests.map(({ line }) => line.split('?')[0])).toEqual([
    'GET /auth/v1/admin/users',
    'POST /auth/v1/admin/users',
    'POST /rest/v1/rpc/add_staff',
    'POST /auth/v1/admin/generate_link',
  ]);
  expect(project.requests[2]).toMatchObject({
    headers: { 'content-profile': 'desk', apikey: 'sb_secret_x' },
    body: JSON.stringify({ user_id: user.id, name: 'Ann', role: 'owner' }),
  });
  expect(project.requests.map(({ body }) => body).join('')).toContain('"email_confirm":true');
  await project.close();
});

describe('with SUPABASE_URL, npm run staff -- end', () => {
  type Answer = { body: object; status?: number };
  const user = { id: crypto.randomUUID(), email: 'ben@firm.example', aud: 'authenticated' };
  const refusal = { body: { message: 'This person is not on the staff.' }, status: 400 };

  /** A stand-in for a Supabase project with one account. `answers` are its responses to three of the calls. */
  async function startProject(answers: { list: Answer; end: Answer; deletion: Answer }) {
    const project = await startRecordingServer(({ method, url }) => {
      const { pathname } = new URL(url);
      let answer: Answer = { body: { users: [user] } };
      if (pathname.endsWith('/list_staff')) answer = answers.list;
      if (pathname.endsWith('/end_staff')) answer = answers.end;
      if (method === 'DELETE') answer = answers.deletion;
      return Response.json(answer.body, { status: answer.status ?? 200 });
    });
    const end = () =>
      staff(['end', user.email], {
        SUPABASE_URL: project.url,
        SUPABASE_SECRET_KEY: 'sb_secret_x',
        DESK_URL: 'https://desk.firm.example',
      });
    const countDeletions = () => project.requests.filter(({ line }) => line.startsWith('DELETE')).length;
    return { end, countDeletions, close: project.close };
  }
  const member = (active: boolean) => ({ id: user.id, name: 'Ben', role: 'staff', active });

  test('can be repeated if the account could not be deleted', async () => {
    const answers: Parameters<typeof startProject>[0] = {
      list: { body: [member(true)] },
      end: { body: { id: user.id, name: 'Ben' } },
      deletion: { body: { message: 'Database error deleting user' }, status: 500 },
    };
    const project = await startProject(answers);
    expect(await project.end()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Database error deleting user') as string,
    });
    Object.assign(answers, { list: { body: [member(false)] }, end: refusal, deletion: { body: {} } });
    expect(await project.end()).toMatchObject({ code: 0, stderr: '' });
    expect(project.countDeletions()).toBe(2);
    await project.close();
  });

  test('keeps the account of somebody who was never on the staff', async () => {
    const project = await startProject({ list: { body: [] }, end: refusal, deletion: { body: {} } });
    expect(await project.end()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not on the staff') as string,
    });
    expect(project.countDeletions()).toBe(0);
    await project.close();
  });
});
