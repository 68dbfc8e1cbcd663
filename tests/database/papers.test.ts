/** Papers on a real database: who sees which, what is left after an erasure, and a file that is cut off. */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newEnquiryKey } from '#lead/enquiry-key.ts';
import type { CheckContext } from '#scripts/setup/checks/check-context.ts';
import { checkBackups } from '#scripts/setup/checks/storage.ts';
import { backUp } from '#server/operations/backup.ts';
import { backupName } from '#server/operations/daily-backups.ts';
import { deleteUnneededContents, findDamaged } from '#server/operations/paper-files.ts';
import { erasePerson, findPerson, readFiles } from '#server/operations/person.ts';
import { readBackup, restore } from '#server/operations/restore.ts';
import { openRoom } from '#server/papers/room.ts';
import { deleteEndedPapers } from '#server/operations/retention.ts';
import { hostileFiles } from '../support/papers/hostile-files.ts';
import { A_PDF, addSellersPaper, addStaffPaper, ONE_PIXEL, sendFile } from '../support/papers/send-file.ts';
import { createTestDatabase } from '../support/database/test-database.ts';
import { createToken, openDeskRoutes } from '../support/desk/desk-door.ts';
import { addSignedInOwner } from '../support/desk/signed-in-owner.ts';
import { VALUATION_LEAD } from '../support/leads/sample-leads.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { addMailKey, addSeller, callSellersPage } from '../support/seller/seller-calls.ts';
import { startAppWithDatabase } from '../support/server/app-with-database.ts';

let mostBytes = Infinity;
const stack = await startAppWithDatabase({ readRoom: (db) => openRoom({ folders: [], mostBytes })(db) });
const desk = openDeskRoutes(stack.database.url);
const token = await addSignedInOwner((text, values) => stack.database.admin.query(text, values), 'Ann Owner');

type Enquiry = { papers: { id: string; title: string; by: string | null }[] };
const post = (name: string, given: Record<string, unknown>) => callSellersPage(stack.url, name, given);
const read = async (key: string) => (await (await post('enquiry', { key })).json()) as Enquiry;
const readPaper = (key: string, paperId: string, size = 'whole') =>
  post('read_paper', { key, paper_id: paperId, size });
const asStaff = (name: string, given: Record<string, unknown>) => desk.call(token, name, given);
const numberOf = async (table: string) =>
  Number((await stack.database.admin.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

/** An enquiry with a picture of the seller, a proof of funds that is shown, and a survey that is not. */
async function addEnquiry(email = `${randomUUID()}@example.com`) {
  const { key } = await addSeller(stack.url, { ...VALUATION_LEAD, email });
  await read(key);
  const { rows } = await stack.database.admin.query<{ id: string }>(
    'select id from public.leads where email = $1',
    [email],
  );
  const leadId = rows[0]?.id ?? '';
  const own = await addSellersPaper(stack.url, key, ONE_PIXEL);
  const shown = await addStaffPaper(asStaff, leadId, A_PDF);
  const hidden = await addStaffPaper(asStaff, leadId, A_PDF, {
    is_shown: false,
    kind: 'survey',
    title: 'Survey',
  });
  const reader = await newEnquiryKey();
  await post('share', { key, request_id: randomUUID(), key_hash: reader.hash });
  return { key, email, leadId, own, shown, hidden, readOnlyKey: reader.key };
}

test('a paper has who added it and what it is; the seller sees those that are shown, a read-only link those of the firm', async () => {
  const { key, leadId, own, shown, hidden, readOnlyKey } = await addEnquiry();
  const { papers, events } = (await asStaff('lead', { lead_id: leadId })) as {
    papers: Record<string, unknown>[];
    events: { kind: string; facts: unknown }[];
  };
  expect(papers).toMatchObject([
    { id: own, by: null, kind: 'picture', title: 'Kitchen', file_type: 'jpeg', width: 1, height: 1 },
    { id: shown, by: { name: 'Ann Owner' }, kind: 'proof_of_funds', title: 'Bank letter', file_type: 'pdf' },
    { id: hidden, is_shown: false, kind: 'survey' },
  ]);
  expect(events.filter(({ kind }) => kind === 'paper_added').map(({ facts }) => facts)).toMatchObject([
    { paper_id: own },
    { paper_id: shown, is_shown: true },
    { paper_id: hidden, is_shown: false },
  ]);
  const seen = await read(key);
  expect(seen.papers.map(({ id, by }) => [id, by])).toEqual([
    [own, null],
    [shown, 'Ann'],
  ]);
  expect((await read(readOnlyKey)).papers.map(({ id }) => id)).toEqual([shown]);
});

test('a PDF is only ever a file to keep: as it was, never shown, never stored by a cache', async () => {
  const { key, leadId } = await addEnquiry();
  const title = '../../a"b\r\n\u202efdp.<svg>';
  const id = await addStaffPaper(asStaff, leadId, A_PDF, { title });
  const response = await readPaper(key, id);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(A_PDF);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename*=UTF-8''a%20b%20fdp.%20svg%20.pdf`,
    'content-security-policy': expect.stringContaining('sandbox') as string,
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

test('the seller is told in a sentence why a file is refused, and nothing of it stays', async () => {
  const { key, leadId } = await addEnquiry();
  const before = await numberOf('desk.papers');
  const refused = (await hostileFiles()).filter(({ outcome }) => !['picture', 'pdf'].includes(outcome));
  for (const { what, bytes, name } of refused.filter((_, index) => index % 4 === 0)) {
    const send = addSellersPaper(stack.url, key, bytes, name);
    await expect(send, what).rejects.toThrow(/"hint":"file","message":"This [^"]+\."/);
  }
  expect(await numberOf('desk.papers')).toBe(before);
  // None of them keeps a place among the twenty.
  const { rowCount } = await stack.database.admin.query(
    'select from desk.uploads where lead_id = $1 and ended_at is null',
    [leadId],
  );
  expect(rowCount).toBe(0);
  const tooLarge = await post('begin_upload', { key, upload_id: randomUUID(), bytes: 15 * 1024 * 1024 + 1 });
  expect(await tooLarge.json()).toMatchObject({ hint: 'file', message: 'This file is larger than 15 MB.' });
});

test('a file that is cut off three times is whole in the end, whichever part comes twice or too early', async () => {
  const { key } = await addEnquiry();
  const pdf = Buffer.concat([A_PDF, randomBytes(500_000)]);
  const id = randomUUID();
  const begin = async () =>
    (
      (await (await post('begin_upload', { key, upload_id: id, bytes: pdf.length })).json()) as {
        received: number;
      }
    ).received;
  const part = (start: number, length: number) =>
    post('upload_part', {
      ...{ key, upload_id: id, start },
      content: pdf.subarray(start, start + length).toString('base64'),
    });
  let received = await begin();
  for (const cut of [1_000, 131_072, 99_999]) {
    await part(received, cut);
    // The answer to this part was lost, so the browser sends it again, and then one that is too early.
    await Promise.all([part(received, cut), part(received, cut), part(received + 2 * cut, 10)]);
    expect(await begin()).toBe(received + cut);
    received += cut;
  }
  const early = await post('add_paper', { key, request_id: id, title: 'Report' });
  expect([early.status, await early.json()]).toMatchObject([409, { hint: 'upload' }]);
  while (received < pdf.length) {
    await part(received, 131_072);
    received = await begin();
  }
  expect((await post('add_paper', { key, request_id: id, title: 'Report' })).status).toBe(200);
  expect(Buffer.from(await (await readPaper(key, id)).arrayBuffer())).toEqual(pdf);
});

test('a seller sees twenty files at most, those that are being sent included', async () => {
  const { key, leadId } = await addEnquiry();
  const begin = () => post('begin_upload', { key, upload_id: randomUUID(), bytes: 10 });
  const statuses = [];
  for (let count = 2; count < 21; count += 1) statuses.push((await begin()).status);
  expect(statuses).toEqual([...Array.from({ length: 18 }, () => 200), 422]);
  await stack.database.admin.query(
    `update desk.uploads set touched_at = now() - interval '121 minutes' where lead_id = $1`,
    [leadId],
  );
  expect((await begin()).status).toBe(200);
  await deleteEndedPapers(stack.database.admin);
  const { rowCount } = await stack.database.admin.query('select from desk.uploads where lead_id = $1', [
    leadId,
  ]);
  expect(rowCount).toBe(1);
});

test('a file whose answer was lost is there once, however often it is sent again', async () => {
  const { key, own, leadId } = await addEnquiry();
  const count = async () => (await read(key)).papers.length;
  const before = await count();
  const again = async () => {
    const begun = await post('begin_upload', { key, upload_id: own, bytes: ONE_PIXEL.length });
    expect(await begun.json()).toEqual({ received: ONE_PIXEL.length });
    expect((await post('add_paper', { key, request_id: own, title: 'Kitchen' })).status).toBe(200);
  };
  await again();
  await deleteEndedPapers(stack.database.admin);
  await again();
  expect(await count()).toBe(before);
  const { rowCount } = await stack.database.admin.query('select from desk.uploads where lead_id = $1', [
    leadId,
  ]);
  expect(rowCount).toBe(0);
});

test('without room for more, a file is refused in a sentence, one that was begun goes on, and a lead is stored', async () => {
  const { key } = await addEnquiry();
  const begin = (id: string) => post('begin_upload', { key, upload_id: id, bytes: 10 });
  const begun = randomUUID();
  expect((await begin(begun)).status).toBe(200);
  mostBytes = 1;
  const refused = await begin(randomUUID());
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    {
      hint: 'file',
      message: expect.stringMatching(
        /^There is no room for more .* Please email this one to us\.$/,
      ) as string,
    },
  ]);
  expect((await begin(begun)).status).toBe(200);
  await addSeller(stack.url, VALUATION_LEAD);
  mostBytes = Infinity;
  expect((await begin(randomUUID())).status).toBe(200);
});

test.each<[state: string, folders: string[], ofUsed: number]>([
  ['ok', ['/nowhere'], 100],
  ['low', [], 1.05],
  ['full', [], 1],
  // Has no blocks.
  ['full', ['/proc'], 100],
])(
  'the room for files is %s with the disks of %j and a limit of %f times what is used',
  async (state, folders, ofUsed) => {
    await addEnquiry();
    const { papersBytes } = await openRoom({ folders, mostBytes: 1 })(stack.database.admin);
    expect(papersBytes).toBeGreaterThan(8_000);
    const room = await openRoom({ folders, mostBytes: papersBytes * ofUsed })(stack.database.admin);
    expect(room.state).toBe(state);
  },
);

describe('nobody else gets a single byte of a paper:', () => {
  test.each<
    [
      who: string,
      keyOf: (
        theirs: Awaited<ReturnType<typeof addEnquiry>>,
        other: Awaited<ReturnType<typeof addEnquiry>>,
      ) => unknown,
    ]
  >([
    ['another seller', (_theirs, other) => other.key],
    ['another seller’s read-only link', (_theirs, other) => other.readOnlyKey],
    ['the id of the lead as a key', ({ leadId }) => leadId],
    ['an unknown key', () => 'u'.repeat(43)],
    ['no key', () => undefined],
    ['a list', ({ key }) => [key]],
  ])('%s', async (_who, keyOf) => {
    const [theirs, other] = [await addEnquiry(), await addEnquiry()];
    const key = keyOf(theirs, other);
    for (const id of [theirs.own, theirs.shown, theirs.hidden]) {
      for (const size of ['whole', 'small']) {
        const response = await readPaper(key as string, id, size);
        expect(response.status).toBe(404);
        expect(response.headers.get('content-type')).toContain('json');
      }
    }
  });

  test('an ended key, a mail’s key before it is confirmed, a read-only key for the seller’s own, and each for what is for us only', async () => {
    const { key, leadId, own, shown, hidden, readOnlyKey } = await addEnquiry();
    const mailed = await addMailKey(stack.database.admin, leadId);
    const statuses = async (given: string) =>
      Promise.all([own, shown, hidden].map(async (id) => (await readPaper(given, id)).status));
    expect(await statuses(key)).toEqual([200, 200, 404]);
    expect(await statuses(readOnlyKey)).toEqual([404, 200, 404]);
    expect(await statuses(mailed)).toEqual([409, 409, 409]);
    await stack.database.admin.query('update desk.enquiry_keys set ends_at = now() where lead_id = $1', [
      leadId,
    ]);
    expect(await statuses(key)).toEqual([404, 404, 404]);
    await expect(desk.call(createToken(), 'read_paper', { paper_id: own, size: 'whole' })).rejects.toThrow();
  });

  test('with the login of the seller’s page and a key, a smuggled statement sees neither what is for us only nor another lead', async () => {
    const { key, own, shown } = await addEnquiry();
    await addEnquiry();
    const seller = await stack.database.connectAs('seller');
    const see = async () =>
      (
        await seller.query<{ id: string }>(
          'select distinct paper_id as id from desk.paper_contents join desk.papers on paper_id = papers.id',
        )
      ).rows.map(({ id }) => id);
    expect(await see()).toEqual([]);
    await seller.query(
      `select set_config('seller.key_hash', encode(sha256(convert_to($1, 'UTF8')), 'hex'), false)`,
      [key],
    );
    expect((await see()).sort()).toEqual([own, shown].sort());
  });
});

test('who has added a paper removes it; an owner removes any; a hold keeps it', async () => {
  const { key, leadId, own, shown } = await addEnquiry();
  const remove = async (paperId: string) =>
    (await post('remove_paper', { key, request_id: randomUUID(), paper_id: paperId })).status;
  const { version } = (await asStaff('lead', { lead_id: leadId })) as { version: number };
  const hold = (until: string | null, of: number) =>
    asStaff('hold', { lead_id: leadId, request_id: randomUUID(), version: of, until, reason: 'A complaint' });
  await hold('2031-01-01', version);
  expect(await remove(own)).toBe(423);
  await hold(null, version + 1);
  expect(await remove(shown)).toBe(422);
  expect(await remove(own)).toBe(200);
  expect((await readPaper(key, own)).status).toBe(404);
  const another = await addSellersPaper(stack.url, key, ONE_PIXEL);
  await asStaff('remove_paper', { lead_id: leadId, request_id: randomUUID(), paper_id: another });
  expect((await read(key)).papers.map(({ id }) => id)).toEqual([shown]);
  await deleteEndedPapers(stack.database.admin);
  const { rows } = await stack.database.admin.query(
    'select from desk.paper_contents where paper_id = any ($1)',
    [[own, another]],
  );
  expect(rows).toEqual([]);
});

test('a merge shows the papers of both leads at the desk, and to each seller their own', async () => {
  const [first, second] = [await addEnquiry(), await addEnquiry()];
  const { version } = (await asStaff('lead', { lead_id: second.leadId })) as { version: number };
  await asStaff('merge', {
    ...{ lead_id: second.leadId, request_id: randomUUID(), version, target_id: first.leadId },
  });
  const { papers } = (await asStaff('lead', { lead_id: first.leadId })) as { papers: { id: string }[] };
  expect(papers.map(({ id }) => id).sort()).toEqual(
    [first.own, first.shown, first.hidden, second.own, second.shown, second.hidden].sort(),
  );
  expect((await read(first.key)).papers.map(({ id }) => id)).toEqual([first.own, first.shown]);
  expect((await read(second.key)).papers.map(({ id }) => id)).toEqual([second.own, second.shown]);

  // A hold on either lead keeps the papers of both.
  const remove = async ({ key, own }: typeof first) =>
    (await post('remove_paper', { key, request_id: randomUUID(), paper_id: own })).status;
  for (const held of [first, second]) {
    await stack.database.admin.query(
      'update desk.cases set hold_until = case when lead_id = $1 then current_date + 2 end where lead_id = any ($2)',
      [held.leadId, [first.leadId, second.leadId]],
    );
    expect([await remove(first), await remove(second)]).toEqual([423, 423]);
  }
});

describe('a person', () => {
  test('gets every file in the export, and none is left after the erasure', async () => {
    const { email, leadId, key } = await addEnquiry();
    await sendFile((name, given) => post(name, given), { key }, randomUUID(), A_PDF);
    const { admin } = stack.database;
    const found = await findPerson(admin, createTemporaryFolder(), { email });
    const files = [];
    for await (const file of readFiles(admin, found)) files.push(file);
    expect(files.map(({ title }) => title)).toEqual(['Kitchen', 'Bank letter', 'Survey']);
    expect(Buffer.from(files[1]?.contents ?? '', 'base64')).toEqual(A_PDF);
    expect(JSON.stringify(found)).not.toContain('seal_key');
    await erasePerson(admin, createTemporaryFolder(), found);
    const tables = ['papers', 'uploads'].map(
      (table) => `select from desk.${table} where lead_id = '${leadId}'`,
    );
    for (const statement of tables) expect((await admin.query(statement)).rowCount).toBe(0);
    const orphans = 'select from desk.paper_contents where paper_id not in (select id from desk.papers)';
    expect((await admin.query(orphans)).rowCount).toBe(0);
  });
});

describe('a backup', () => {
  const admin = () => stack.database.admin;
  const CONTENTS = `select paper_id, size, md5(sealed) from desk.paper_contents order by paper_id, size`;

  test('writes each file once, a restore brings it back, and it stays until no backup needs it, whatever their names', async () => {
    const { key, own, leadId } = await addEnquiry();
    const folder = createTemporaryFolder();
    const path = (name: string) => join(folder, name);
    const files = () => readdir(path('papers'));
    await backUp(admin(), path('1.backup'), undefined);
    const written = await stat(path(`papers/${own}.whole`));
    await backUp(admin(), path('before the move'), undefined);
    expect(await stat(path(`papers/${own}.whole`))).toMatchObject({
      ino: written.ino,
      mtimeMs: written.mtimeMs,
    });

    const target = await createTestDatabase();
    const manifest = await readBackup(path('1.backup'));
    expect(await restore(target.admin, path('1.backup'), manifest, () => undefined)).toEqual([]);
    const { rows } = await target.admin.query(CONTENTS);
    expect(rows).toEqual((await admin().query(CONTENTS)).rows);
    expect(rows.length).toBeGreaterThan(2);

    await post('erase', { key, request_id: randomUUID() });
    expect((await admin().query('select from desk.papers where lead_id = $1', [leadId])).rowCount).toBe(0);
    await backUp(admin(), path('2.backup'), undefined);
    await rm(path('1.backup'));
    await deleteUnneededContents(folder);
    expect(await files()).toContain(`${own}.whole`);

    // While what may be a backup cannot be read, nobody knows which files it needs.
    const content = await readFile(path('before the move'));
    await rm(path('before the move'));
    const unreadable = [
      // Reading it fails with EIO, as on a broken disk.
      () => symlink('/proc/self/mem', path('before the move')),
      () => symlink(path('on another disk'), path('before the move')),
      () => writeFile(path('before the move'), content.subarray(0, 500)),
    ];
    for (const make of unreadable) {
      await make();
      expect(await deleteUnneededContents(folder)).toBe('before the move');
      expect(await files()).toContain(`${own}.whole`);
      await rm(path('before the move'));
    }
    await writeFile(path('readme.txt'), 'Not a backup.');
    expect(await deleteUnneededContents(folder)).toBeUndefined();
    expect(await files()).toHaveLength(await numberOf('desk.paper_contents'));
    expect(await files()).not.toContain(`${own}.whole`);
  });

  test.each<[how: string, damage: (file: string) => Promise<unknown>]>([
    ['is missing', rm],
    ['is cut off', (file) => truncate(file, 30)],
    ['has no byte left', (file) => truncate(file, 0)],
    [
      'has another bit',
      async (file) =>
        writeFile(
          file,
          (await readFile(file)).map((byte, at) => byte ^ Number(at === 40)),
        ),
    ],
  ])(
    'of which a file %s is noticed by a check and a restore, and mended by the next one',
    async (how, damage) => {
      const { own, leadId } = await addEnquiry();
      const folder = createTemporaryFolder();
      const [path, next] = [join(folder, backupName(new Date())), join(folder, '2.backup')];
      const name = `${own}.whole`;
      const manifest = await backUp(admin(), path, undefined);
      await damage(join(folder, 'papers', name));
      expect(await findDamaged(path, manifest)).toEqual([name]);
      const context = { env: { BACKUP_DIR: folder }, now: new Date() } as CheckContext;
      expect((await checkBackups(context))[0]?.what).toContain(`missing or damaged, such as papers/${name}.`);
      const target = await createTestDatabase();
      expect(await restore(target.admin, path, manifest, () => undefined)).toEqual([name]);
      const { rowCount } = await target.admin.query('select from desk.papers where lead_id = $1', [leadId]);
      expect(rowCount).toBe(3);
      const reported: unknown[] = [];
      await backUp(admin(), next, undefined, undefined, (...damaged) => reported.push(damaged));
      expect(reported).toEqual(how === 'is missing' ? [] : [[name, true]]);
      expect(await findDamaged(path, manifest)).toEqual([]);
    },
  );

  test('is made although a paper is damaged in the database, and says so', async () => {
    const { own } = await addEnquiry();
    const folder = createTemporaryFolder();
    await admin().query(`update desk.paper_contents set sealed = '\\x00' where paper_id = $1`, [own]);
    const reported: unknown[] = [];
    await backUp(admin(), join(folder, '1.backup'), undefined, undefined, (...damaged) =>
      reported.push(damaged),
    );
    expect(reported.sort()).toEqual([
      [`${own}.small`, false],
      [`${own}.whole`, false],
    ]);
    await admin().query('delete from desk.papers where id = $1', [own]);
  });
});
