/**
 * `node scripts/postcode-districts.ts <file>`: replaces `src/lib/postcodes/districts.ts` with the councils from the
 * national directory. Download the ONS Postcode Directory from https://geoportal.statistics.gov.uk, unpack it, and name
 * its CSV file of the whole country (`Data/ONSPD_…_UK.csv`). Then update the towns that `postcode-hint.test.ts` expects.
 */
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { printDistricts, readDistricts } from './district-table.ts';

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('Name the CSV file: node scripts/postcode-districts.ts ONSPD_UK.csv');

const table = await readDistricts(createInterface({ input: createReadStream(file) }));
const target = join(import.meta.dirname, '../src/lib/postcodes/districts.ts');
writeFileSync(target, printDistricts(table, new Date().getFullYear()));
console.log(`Wrote ${target}.`);
