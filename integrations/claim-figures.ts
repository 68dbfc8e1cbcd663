import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import * as z from 'zod';
import { claimSchema } from '../src/claims/claim.ts';
import { findClaim } from '../src/claims/claims.ts';
import { isoDate } from '../src/lib/dates.ts';

const CLAIMS = join(import.meta.dirname, '../src/content/claims.yaml');

function readClaims() {
  const claims = z.array(claimSchema).parse(parse(readFileSync(CLAIMS, 'utf8')));
  return new Map(claims.map((claim) => [claim.id, claim]));
}

/**
 * Makes a `*.claims.yaml` file a module: the file lists ids of claims, and the module has what these claims publish. An
 * island gets its figures with its code this way, and not with the page, whose HTML has to stay small.
 *
 * @see `src/env.d.ts` for the module's type
 */
export function claimFigures(): Plugin {
  return {
    name: 'claim-figures',
    load(file) {
      if (!file.endsWith('.claims.yaml')) return undefined;
      this.addWatchFile(CLAIMS);
      const claims = readClaims();
      const ids = z.array(z.string()).parse(parse(readFileSync(file, 'utf8')));
      const figures = ids.map((id) => {
        const { text, note, source, statedOn, reviewOn, sourceUrl } = findClaim(claims, id, file);
        return [
          id,
          { id, text, note, source, sourceUrl, statedOn: isoDate(statedOn), reviewOn: isoDate(reviewOn) },
        ];
      });
      return `export default ${JSON.stringify(Object.fromEntries(figures))};`;
    },
  };
}
