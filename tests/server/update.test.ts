import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { NOBODY } from '../support/server/as-nobody.ts';
import { closeAtEnd } from '../support/runner/close-at-end.ts';
import { createTemporaryFolder } from '../support/runner/temporary-folder.ts';
import { waitUntil } from '../support/runner/wait-until.ts';
import {
  installVersion,
  packFolder,
  packVersion,
  type Changes,
} from '../support/server/updatable-installation.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATION = 'server/database/migrations/20990101000000_add_colour.sql';
const ADD_COLOUR = 'alter table desk.cases add column colour text;';
const HAS_COLOUR = `select from information_schema.columns where table_schema = 'desk' and column_name = 'colour'`;
const MAIN = readFileSync(join(ROOT, 'server/main.ts'), 'utf8');
/** Holds in the site itself, but not where the update tries the new version. */
const IS_LIVE = `!process.env.DATA_DIR.includes('update-trial')`;

const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
/** Only root may become another user, who may be unable to enter a folder above the repository. */
const mayUseNobody =
  process.getuid?.() === 0 &&
  spawnSync('setpriv', [...AS_NOBODY.slice(1), 'test', '-r', join(ROOT, 'package.json')]).status === 0;

let site: Awaited<ReturnType<typeof installVersion>>;
let folder: string;
beforeEach(async () => {
  site = await installVersion();
  closeAtEnd(site.close);
  folder = createTemporaryFolder();
});

const wordsOf = ({ log }: { log: { msg: string }[] }) => log.map(({ msg }) => msg).join('\n');
const versionsIn = () => readdirSync(join(site.home, 'versions')).sort();

async function updateTo(version: string, changes?: Changes) {
  const update = site.update(packVersion(folder, version, changes));
  return { code: await update.ended, words: wordsOf(update) };
}

test('a new version with a migration runs after the update and after the next start, then a newer one; no lead is lost', async () => {
  const started = await site.start();
  const endSending = site.startSending();
  const first = await updateTo('1.1.0', { files: { [MIGRATION]: ADD_COLOUR } });
  expect(first.words).toContain('1.1.0 runs.');
  expect(first.code).toBe(0);
  expect([await site.running(), site.current()]).toEqual(['1.1.0', '1.1.0']);
  expect(await site.query(HAS_COLOUR)).toHaveLength(1);

  await started.kill('SIGTERM');
  await site.start();
  expect(await site.running()).toBe('1.1.0');

  const second = await updateTo('1.2.0', { files: { [MIGRATION]: ADD_COLOUR } });
  expect(second.words).toContain('1.1.0 → 1.2.0');
  expect([await site.running(), site.current()]).toEqual(['1.2.0', '1.2.0']);
  expect(versionsIn()).toEqual(['1.1.0', '1.2.0', 'current']);
  expect(await endSending()).toBeLessThan(30_000);
  expect(await site.findWrong()).toEqual([]);
});

describe('the version before goes on, with the database as it was, when the new one', () => {
  test.each<[what: string, changes: Changes, reason: string]>([
    ['does not build', { build: 'echo "glasgow.yaml: no heading"; exit 1' }, 'The pages cannot be built: \n'],
    [
      'has a migration that fails',
      // Which an empty database would not show.
      {
        files: {
          [MIGRATION]: `${ADD_COLOUR} select 1 / (count(*) - count(*)) from public.leads having count(*) > 0;`,
        },
      },
      'Migration 20990101000000_add_colour.sql failed',
    ],
    [
      'does not start',
      { files: { 'server/main.ts': `throw new Error('broken');` } },
      'The new version does not start: it ended while it started.',
    ],
  ])('%s', async (_what, changes, reason) => {
    await site.start();
    await site.send();
    const endSending = site.startSending();
    const { code, words } = await updateTo('1.1.0', changes);
    expect(words).toContain(reason);
    expect(code).toBe(1);
    expect([await site.running(), site.current()]).toEqual(['1.0.0', '1.0.0']);
    expect(versionsIn()).toEqual([]);
    expect(readdirSync(site.dataDir).filter((name) => name.startsWith('update'))).toEqual([]);
    expect(await site.query(HAS_COLOUR)).toEqual([]);
    await endSending();
    expect(await site.findWrong()).toEqual([]);
  });

  test('has a migration that fails with what came in since the backup only', async () => {
    await site.start();
    const refuseLate = `${ADD_COLOUR} do $$ begin if exists (select from public.leads where name = 'Late') then raise 'late'; end if; end $$;`;
    const archive = packVersion(folder, '1.1.0', { files: { [MIGRATION]: refuseLate } });
    const update = site.update(archive);
    await update.waitForLog(/^5 of 6/);
    await site.send('Late');
    const endSending = site.startSending();
    expect(await update.ended).toBe(1);
    expect(wordsOf(update)).toContain('1.1.0 did not work with the real data: it ended while it started.');
    expect(wordsOf(update)).toContain('1.0.0 runs again.');
    expect([await site.running(), site.current()]).toEqual(['1.0.0', '1.0.0']);
    expect(await site.query(HAS_COLOUR)).toEqual([]);
    expect(await endSending()).toBeLessThan(30_000);
    expect(await site.findWrong()).toEqual([]);
  });
});

test('a new version that migrates and then never gets ready is taken back within a minute; the version before works on the migrated database', async () => {
  await site.start();
  const hang = MAIN.replace(
    'const readRoom =',
    `if (${IS_LIVE}) await new Promise((resolve) => setInterval(resolve, 2 ** 31 - 1));\n  const readRoom =`,
  );
  const endSending = site.startSending();
  const update = site.update(
    packVersion(folder, '1.1.0', { files: { [MIGRATION]: ADD_COLOUR, 'server/main.ts': hang } }),
  );
  await update.waitForLog(/^6 of 6/);
  const begun = Date.now();
  expect(await update.ended).toBe(1);
  expect(Date.now() - begun).toBeLessThan(60_000);
  expect(wordsOf(update)).toContain('it was not ready within 15 seconds');
  expect(await site.running()).toBe('1.0.0');
  expect(await site.query(HAS_COLOUR)).toHaveLength(1);
  await site.send();
  expect(await endSending()).toBeLessThan(30_000);
  expect(await site.findWrong()).toEqual([]);
});

describe('an update that is killed leaves one working version, and is run again:', () => {
  test('at each step before the switch', async () => {
    await site.start();
    const archive = packVersion(folder, '1.1.0', { build: 'sleep 1' });
    for (const number of [1, 2, 3, 4, 5]) {
      const update = site.update(archive);
      await update.waitForLog(new RegExp(`^${number} of 6`));
      await update.kill('SIGKILL');
      expect([await site.running(), site.current()]).toEqual(['1.0.0', '1.0.0']);
      await site.send();
    }
    const again = site.update(archive);
    expect(await again.ended, wordsOf(again)).toBe(0);
    expect([await site.running(), site.current()]).toEqual(['1.1.0', '1.1.0']);
    expect(versionsIn()).toEqual(['1.1.0', 'current']);
    expect(await site.findWrong()).toEqual([]);
  });

  test('after it has asked for the switch, which is then made; the next start keeps to it', async () => {
    const started = await site.start();
    const archive = packVersion(folder, '1.1.0');
    const update = site.update(archive);
    await update.waitForLog(/^6 of 6/);
    await waitUntil('the switch is under way', () =>
      Promise.resolve(existsSync(join(site.dataDir, 'update.trying'))),
    );
    await update.kill('SIGKILL');
    await waitUntil('the new version runs', async () => (await site.running()) === '1.1.0');
    await site.send();
    await waitUntil('the switch is made', () =>
      Promise.resolve(existsSync(join(site.dataDir, 'update.done'))),
    );
    await started.kill('SIGTERM');
    await site.start();
    expect([await site.running(), site.current()]).toEqual(['1.1.0', '1.0.0']);

    const again = site.update(archive);
    expect(await again.ended).toBe(0);
    expect(wordsOf(again)).toBe(
      'The update to 1.1.0 had been interrupted after the switch. It is finished now: 1.1.0 runs.',
    );
    expect(site.current()).toBe('1.1.0');
    expect(await site.findWrong()).toEqual([]);
  });

  test('with the site, during the switch: the next start is the version before', async () => {
    const started = await site.start();
    const archive = packVersion(folder, '1.1.0');
    const update = site.update(archive);
    await update.waitForLog(/^6 of 6/);
    await waitUntil('the switch is under way', () =>
      Promise.resolve(existsSync(join(site.dataDir, 'update.trying'))),
    );
    await Promise.all([update.kill('SIGKILL'), started.kill('SIGKILL')]);
    await site.start();
    await waitUntil('the version before runs', async () => (await site.running()) === '1.0.0');
    await site.send();
    const again = site.update(archive);
    expect(await again.ended, wordsOf(again)).toBe(0);
    expect(await site.running()).toBe('1.1.0');
    expect(await site.findWrong()).toEqual([]);
  });
});

test('a file of the switch that a power cut has damaged keeps no server from starting', async () => {
  for (const state of ['trying', 'done', 'failed']) {
    writeFileSync(join(site.dataDir, `update.${state}`), '{"vers');
  }
  await site.start();
  expect(await site.running()).toBe('1.0.0');
});

test.runIf(mayUseNobody)(
  'root updates a service with a user of its own, who may change no program',
  async () => {
    execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, site.dataDir]);
    await site.start(AS_NOBODY);
    const { code, words } = await updateTo('1.1.0', { files: { [MIGRATION]: ADD_COLOUR } });
    expect(code, words).toBe(0);
    expect([await site.running(), site.current()]).toEqual(['1.1.0', '1.1.0']);
    const ownersOf = (path: string) =>
      execFileSync('find', [path, '-printf', '%u\n'], { encoding: 'utf8' }).trim().split('\n');
    expect(new Set(ownersOf(join(site.home, 'versions')))).toEqual(new Set(['root']));
    expect(new Set(ownersOf(join(site.dataDir, 'backups')))).toEqual(
      new Set(ownersOf(join(site.dataDir, 'keys.json'))),
    );
  },
);

test('while no server runs, the update waits for the next start', async () => {
  const archive = packVersion(folder, '1.1.0');
  const update = site.update(archive);
  expect(await update.ended).toBe(1);
  expect(wordsOf(update)).toContain('1.1.0 is installed, but no server runs here that could switch to it.');
  await site.start();
  await waitUntil('the new version runs', async () => (await site.running()) === '1.1.0');
  await waitUntil('the switch is made', () => Promise.resolve(existsSync(join(site.dataDir, 'update.done'))));
  const again = site.update(archive);
  expect(await again.ended).toBe(0);
  expect(site.current()).toBe('1.1.0');
});

describe('an update is refused in a sentence, and nothing is changed:', () => {
  const refusal = async (source: string, ...options: string[]) => {
    const update = site.update(source, ...options);
    expect(await update.ended).toBe(1);
    expect(existsSync(join(site.home, 'versions')) ? versionsIn() : []).toEqual([]);
    return wordsOf(update);
  };
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      site.home,
      '-c',
      'user.name=Test',
      '-c',
      'user.email=test@example.com',
      ...args,
    ]);
  const commit = () => {
    git('init', '--quiet');
    git('add', 'package.json', '.gitignore');
    git('commit', '--quiet', '--message', 'first');
  };

  test('an older version, the same, one with another first number, and one that is none', async () => {
    const SENTENCES = {
      '0.9.0': '0.9.0 is older than 1.0.0, which runs now.',
      '1.0.0': '1.0.0 is the version that runs already.',
      '2.0.0': '2.0.0 may remove what 1.0.0 needs, so there would be no way back',
      '1.1.0-rc.1': '1.1.0-rc.1 is not a version like 1.2.3.',
    };
    for (const [version, sentence] of Object.entries(SENTENCES)) {
      expect(await refusal(packVersion(folder, version))).toContain(sentence);
    }
  });

  test('an archive of something else, and one that is none', async () => {
    const other = join(folder, 'other-1.1.0');
    mkdirSync(other);
    writeFileSync(join(other, 'package.json'), '{"name":"other","version":"1.1.0"}');
    expect(await refusal(packFolder(folder, other))).toContain(
      'other-1.1.0.tar.gz is not a version of this product.',
    );
    const archive = packVersion(folder, '1.1.0');
    writeFileSync(archive, 'not an archive');
    expect(await refusal(archive)).toContain('is not the file that SHA256SUMS names: download both again.');
    execFileSync('sh', ['-c', 'sha256sum *.tar.gz > SHA256SUMS'], { cwd: folder });
    expect(await refusal(archive)).toContain('The archive cannot be unpacked:');
    rmSync(join(folder, 'SHA256SUMS'));
    expect(await refusal(archive)).toContain('SHA256SUMS is missing: download it with the archive.');
    expect(await refusal('../missing.tar.gz')).toContain('There is no file ../missing.tar.gz.');
  });

  test('an archive without a valid signature, where signatures are asked for', async () => {
    const archive = packVersion(folder, '1.1.0');
    const keys = ['ours', 'foreign'].map((name) => {
      execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, name)]);
      return join(folder, name);
    });
    const [ours = '', foreign = ''] = keys;
    const publicKey = readFileSync(`${ours}.pub`, 'utf8');
    writeFileSync(join(site.home, 'deploy/release-signers'), `release@example.com ${publicKey}`);
    const sign = (key: string) => {
      rmSync(join(folder, 'SHA256SUMS.sig'), { force: true });
      execFileSync('ssh-keygen', ['-q', '-Y', 'sign', '-f', key, '-n', 'file', join(folder, 'SHA256SUMS')]);
    };
    expect(await refusal(archive)).toContain('The signature of SHA256SUMS is not valid');
    sign(foreign);
    expect(await refusal(archive)).toContain('The signature of SHA256SUMS is not valid');
    sign(ours);
    const words = await refusal(archive, '--install', 'false');
    expect(words).toContain('1.0.0 → 1.1.0. Its signature is valid.');

    commit();
    git('tag', 'v1.1.0');
    expect(await refusal('v1.1.0')).toContain('The signature of the tag v1.1.0 is not valid');
    git('tag', '--delete', 'v1.1.0');
    const signing = ['-c', 'gpg.format=ssh', '-c', `user.signingkey=${ours}`];
    git(...signing, 'tag', '--sign', '--message', 'version 1.1.0', 'v1.1.0');
    // The tag has the present version, which is read after the signature.
    expect(await refusal('v1.1.0')).toContain('1.0.0 is the version that runs already.');
  });

  test('a tag that is not there, and a folder with changes', async () => {
    expect(await refusal('v1.1.0')).toContain('This folder is not a clone of a repository');
    commit();
    expect(await refusal('v1.1.0')).toContain('The repository has no tag v1.1.0.');
    git('remote', 'add', 'origin', 'http://127.0.0.1:9/none.git');
    expect(await refusal('v1.1.0')).toContain(
      'There is no tag v1.1.0 here, and no connection to the repository:',
    );
    writeFileSync(join(site.home, '.gitignore'), 'changed');
    expect(await refusal('v1.1.0')).toMatch(
      /This folder has changes that the new version would not have[^]* M \.gitignore/,
    );
  });

  test('no connection to the registry of the packages', async () => {
    const archive = packVersion(folder, '1.1.0', {
      files: { 'package-lock.json': readFileSync(join(ROOT, 'package-lock.json'), 'utf8') },
    });
    const install = 'npm ci --omit=dev --cache=none --registry=http://127.0.0.1:9 --fetch-retries=0';
    expect(await refusal(archive, '--install', install)).toContain(
      'The packages cannot be installed: there is no connection.',
    );
  });

  test('no room: before it begins, and where the disk fills meanwhile', async () => {
    const archive = packVersion(folder, '1.1.0');
    const versions = join(site.home, 'versions');
    // A file system without room.
    symlinkSync('/proc', versions);
    const update = site.update(archive);
    expect(await update.ended).toBe(1);
    expect(wordsOf(update)).toBe(
      `The disk of ${versions} has 0 MB free, and an update needs 1500 MB: make room first. Nothing was changed.`,
    );
    rmSync(versions);
    expect(await refusal(archive, '--install', 'echo "npm error code ENOSPC"; exit 1')).toContain(
      'The packages cannot be installed: the disk is full.',
    );
  });
});
