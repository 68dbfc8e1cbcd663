import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The keys that may sign a version, in the format of `ssh-keygen` (ALLOWED SIGNERS). They are those of the version that
 * runs, never those of the new one.
 */
const SIGNERS = join(import.meta.dirname, '../../deploy/release-signers');

/** Runs a program of the system. @throws {Error} with what it wrote to its standard error */
function run(program: string, args: readonly string[], input?: Buffer): Buffer {
  return execFileSync(program, args, {
    input,
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
  });
}

function attempt(problem: string, work: () => unknown): void {
  try {
    work();
  } catch (cause) {
    const said = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : String(cause);
    throw new Error(`${problem} ${said.split('\n').at(-1) ?? ''}`.trim(), { cause });
  }
}

/** @returns whether a signature was checked */
function verifyArchive(archive: string): boolean {
  const sums = join(dirname(archive), 'SHA256SUMS');
  if (!existsSync(sums)) {
    throw new Error(`${sums} is missing: download it with the archive. It has the archive's hash.`);
  }
  const text = readFileSync(sums);
  const lines = text.toString().split('\n');
  const hash = createHash('sha256').update(readFileSync(archive)).digest('hex');
  const name = basename(archive);
  if (!lines.some((line) => line === `${hash}  ${name}` || line === `${hash} *${name}`)) {
    throw new Error(`${archive} is not the file that SHA256SUMS names: download both again.`);
  }
  if (!existsSync(SIGNERS)) return false;
  attempt(`The signature of SHA256SUMS is not valid, so ${name} is not used.`, () => {
    const [principal = ''] = readFileSync(SIGNERS, 'utf8').split(/[ ,]/);
    const options = ['-f', SIGNERS, '-I', principal, '-n', 'file', '-s', `${sums}.sig`];
    run('ssh-keygen', ['-Y', 'verify', ...options], text);
  });
  return true;
}

function unpack(archive: Buffer, folder: string): void {
  attempt('The archive cannot be unpacked:', () =>
    run('tar', ['--extract', '--gzip', '--strip-components=1', `--directory=${folder}`], archive),
  );
}

/** @throws {Error} if the installation has changes that no version has */
function refuseChanges(installation: string): void {
  if (!existsSync(join(installation, '.git'))) return;
  const changes = run('git', ['-C', installation, 'status', '--porcelain', '--untracked-files=no'])
    .toString()
    .trimEnd();
  if (changes !== '') {
    throw new Error(
      `This folder has changes that the new version would not have. Commit them and put them into your repository, or undo them (git status):\n${changes}`,
    );
  }
}

/**
 * Puts the files of a version into an empty folder, once they are proven: an archive by the file SHA256SUMS beside it and
 * its signature, a tag by git.
 *
 * @param source an archive (.tar.gz), or a tag of the installation's repository
 * @returns whether a signature was checked
 * @throws {Error} in one sentence, when the version cannot be had or is not proven
 */
export function fetchVersion(source: string, installation: string, folder: string): boolean {
  refuseChanges(installation);
  if (existsSync(source)) {
    const isSigned = verifyArchive(source);
    unpack(readFileSync(source), folder);
    return isSigned;
  }
  if (source.includes('/') || source.endsWith('.gz')) throw new Error(`There is no file ${source}.`);
  if (!existsSync(join(installation, '.git'))) {
    throw new Error(
      'This folder is not a clone of a repository, so it has no tags: give the file of an archive.',
    );
  }
  const git = (...args: string[]) => run('git', ['-C', installation, ...args]);
  const tag = `refs/tags/${source}`;
  const hasTag = () => git('tag', '--list', source).length > 0;
  if (!hasTag()) {
    attempt(`There is no tag ${source} here, and no connection to the repository:`, () =>
      git('fetch', '--quiet', '--tags'),
    );
    if (!hasTag()) throw new Error(`The repository has no tag ${source}.`);
  }
  const isSigned = existsSync(SIGNERS);
  if (isSigned) {
    attempt(`The signature of the tag ${source} is not valid, so it is not used.`, () =>
      git('-c', 'gpg.format=ssh', '-c', `gpg.ssh.allowedSignersFile=${SIGNERS}`, 'verify-tag', source),
    );
  }
  unpack(git('archive', '--format=tar.gz', '--prefix=version/', tag), folder);
  return isSigned;
}
