import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { claimSchema } from '../../src/claims/claim-schema.ts';
import { citySchema } from '../../src/schemas/city.ts';
import { homeSchema } from '../../src/schemas/home.ts';
import { reviewsSchema } from '../../src/schemas/review.ts';
import { replaceFile } from './env-file.ts';

/** The schema of a YAML file in `src/content`. */
function schemaOf(file: string): z.ZodType | undefined {
  if (file === 'content/claims.yaml') return z.array(claimSchema);
  if (file === 'content/reviews.yaml') return z.record(z.string(), reviewsSchema);
  if (file === 'content/home.yaml') return homeSchema;
  return file.startsWith('content/cities/') ? citySchema : undefined;
}

const CODE = ['**/*.{astro,ts,tsx}', '**/*.claims.yaml'];

/** The files of `src`, with the changes to their texts, which are written together when all of them are valid. */
export type ContentFiles = ReturnType<typeof openContentFiles>;

/** @param source the folder `src` */
export function openContentFiles(source: string) {
  const changed = new Map<string, string>();
  const read = (file: string) => changed.get(file) ?? readFileSync(join(source, file), 'utf8');
  const list = (patterns: string[]) => globSync(patterns, { cwd: source }).sort();
  let code: { file: string; text: string }[] | undefined;
  return {
    read,
    list,
    /** The programs of `src`. Read only once, because they are never edited. */
    code: () =>
      (code ??= list(CODE)
        .filter((file) => !/\.test\.tsx?$/.test(file))
        .map((file) => ({ file, text: read(file) }))),
    edit: (file: string, change: (text: string) => string) => changed.set(file, change(read(file))),
    /**
     * Checks the changed files against their schemas, then replaces each as a whole.
     *
     * @throws {Error} with the file and the field, when a file would break its schema. Then nothing is written
     */
    write(): void {
      const texts = [...changed];
      changed.clear();
      for (const [file, text] of texts) {
        const outcome = schemaOf(file)?.safeParse(parse(text));
        if (outcome && !outcome.success)
          throw new Error(`src/${file} would be wrong:\n${z.prettifyError(outcome.error)}`);
      }
      for (const [file, text] of texts) {
        const path = join(source, file);
        replaceFile(path, text, statSync(path).mode);
      }
    },
  };
}
