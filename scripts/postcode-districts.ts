/**
 * `node scripts/postcode-districts.ts <file>`: replaces `src/lib/postcodes/districts.ts` with the councils from the
 * ONS Postcode Directory. Download the directory from https://geoportal.statistics.gov.uk, unpack it, and pass the CSV
 * file of the whole UK (`Data/ONSPD_…_UK.csv`). Then update the towns that `postcode-hint.test.ts` expects.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readDistricts, renderDistricts } from './district-table.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Pass the CSV file: node scripts/postcode-districts.ts ONSPD_UK.csv');

const table = await readDistricts(createInterface({ input: createReadStream(file) }));
const target = join(import.meta.dirname, '../src/lib/postcodes/districts.ts');
writeFileSync(target, renderDistricts(table, new Date().getFullYear()));
console.log(`Wrote ${target}.`);
