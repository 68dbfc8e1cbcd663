import { globSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import { ENCODING_SUFFIXES } from '../server/site-file.ts';

const COMPRESSIONS = [
  {
    suffix: ENCODING_SUFFIXES.br,
    compress: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  {
    suffix: ENCODING_SUFFIXES.gzip,
    compress: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  },
];

/** Files at a time: enough for every core, few enough to keep a large site out of memory. */
const CONCURRENCY = 8;

async function precompressFile(path: string): Promise<void> {
  const bytes = await readFile(path);
  await Promise.all(
    COMPRESSIONS.map(async ({ suffix, compress }) => {
      const compressed = await compress(bytes);
      if (compressed.length < bytes.length) await writeFile(path + suffix, compressed);
    }),
  );
}

/**
 * Writes a brotli and a gzip file beside each file of a built site, so that the server need not compress. It uses
 * the highest levels, and skips files that are compressed already or would not get smaller.
 */
export async function precompress(directory: string): Promise<void> {
  const files = globSync('**/*.*', { cwd: directory }).filter((file) =>
    COMPRESSIBLE_CONTENT_TYPE_REGEX.test(getMimeType(file) ?? ''),
  );
  // Workers that share one list. Node compresses on its own threads.
  const rest = files.values();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const file of rest) await precompressFile(join(directory, file));
    }),
  );
}
