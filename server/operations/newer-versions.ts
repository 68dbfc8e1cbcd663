/** Asks once a day whether there is a newer version, if UPDATES_URL is set. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import * as z from 'zod';
import { repeat } from '../repeat.ts';
import { compareVersions, VERSION, VERSION_PATTERN } from '../version.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const ANSWER_LIMIT_MS = 10_000;
const MOST_BYTES = 64 * 1024;

const releasesSchema = z
  .array(
    z.strictObject({
      version: z.string().regex(VERSION_PATTERN),
      /** When it was published. */
      day: z.iso.date(),
      isSecurityFix: z.boolean(),
      /** What is new, in words for the owner. */
      notes: z.string().max(2_000),
    }),
  )
  .max(100);

type Release = z.infer<typeof releasesSchema>[number];

/** What was asked last. It is stored, so that a server that often restarts does not ask more often. */
const storedSchema = z.object({ url: z.string(), askedAt: z.number(), releases: releasesSchema });

type Stored = z.infer<typeof storedSchema>;

/** @throws {Error} when the answer is too large */
async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`The answer is larger than ${MOST_BYTES} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** The request says nothing about this installation: it is the same for every one. */
async function ask(url: string): Promise<Release[]> {
  const response = await fetch(url, {
    redirect: 'error',
    credentials: 'omit',
    headers: { accept: 'application/json', 'user-agent': 'house-buyer-site' },
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  if (response.status !== 200) throw new Error(`The answer has status ${response.status}.`);
  return releasesSchema.parse(JSON.parse(await readLimited(response)));
}

export type NewerVersions = {
  /** The newest first. Empty if there is none, or nobody has asked. */
  list: () => Release[];
  stop: () => Promise<void>;
};

type Options = {
  /** A file with all releases. Undefined: nobody asks. */
  url: string | undefined;
  dataDir: string;
  log: Logger;
  version?: string;
  now?: () => number;
  everyMs?: number;
};

export function watchNewerVersions({
  url,
  dataDir,
  log,
  version = VERSION,
  now = Date.now,
  everyMs = LOOK_EVERY_MS,
}: Options): NewerVersions {
  if (url === undefined) return { list: () => [], stop: () => Promise.resolve() };
  const path = join(dataDir, 'newer-versions.json');

  function readStored(given: string): Stored {
    const nothing = { url: given, askedAt: -Infinity, releases: [] };
    try {
      const stored = storedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      // A time in the future is of a clock that was wrong.
      return stored.url === given && stored.askedAt <= now() ? stored : nothing;
    } catch {
      return nothing;
    }
  }

  let stored = readStored(url);
  function store(changes: Partial<Stored>): void {
    stored = { ...stored, ...changes };
    writeFileSync(`${path}.new`, JSON.stringify(stored), { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }

  async function look(): Promise<void> {
    if (now() - stored.askedAt < DAY_MS) return;
    try {
      store({ askedAt: now() });
      store({ releases: await ask(stored.url) });
    } catch (error) {
      log.warn({ error: String(error) }, 'newer versions cannot be read from UPDATES_URL, will ask tomorrow');
    }
  }

  return {
    list: () =>
      stored.releases
        .filter((release) => compareVersions(release.version, version) > 0)
        .sort((a, b) => compareVersions(b.version, a.version)),
    stop: repeat(async () => {
      await look();
      return everyMs;
    }),
  };
}
