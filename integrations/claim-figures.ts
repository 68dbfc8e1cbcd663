import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import * as z from 'zod';
import { claimSchema } from '../src/claims/claim-schema.ts';
import { findClaim } from '../src/claims/claim-references.ts';
import { isoDate } from '../src/lib/dates.ts';

const CLAIMS = join(import.meta.dirname, '../src/content/claims.yaml');

function readClaims() {
  const claims = z.array(claimSchema).parse(parse(readFileSync(CLAIMS, 'utf8')));
  return new Map(claims.map((claim) => [claim.id, claim]));
}

/**
 * Loads a `*.claims.yaml` file, a list of claim ids, as a module with these claims' public fields. (A claim is a public
 * figure with a source.) An island imports its figures this way, instead of getting them as props in the HTML.
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
