import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import pLimit from 'p-limit';
import { ENCODINGS } from '../server/http/static-files.ts';

/** How many files are compressed at the same time: enough to use every core, few enough to save memory. */
const CONCURRENCY = 8;

async function precompressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  await Promise.all(
    ENCODINGS.map(async ([, suffix, compress]) => {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(path + suffix, compressed);
    }),
  );
}

/**
 * Writes a brotli and a gzip copy beside each file of a built site, so that the server compresses nothing.
 * Skips formats that are already compressed, and copies that would not be smaller.
 */
export async function precompress(directory: string): Promise<void> {
  const files = globSync('**/*.*', { cwd: directory }).filter((file) =>
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(getMimeType(file) ?? ''),
  );
  // zlib runs on Node's thread pool, in parallel.
  await pLimit(CONCURRENCY).map(files, (file) => precompressFile(join(directory, file)));
}
