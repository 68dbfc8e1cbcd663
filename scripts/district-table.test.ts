import { expect, test } from 'vitest';
import { readDistricts, renderDistricts } from './district-table.ts';

/** The lines of a made-up postcode directory: these are not the real councils of the postcodes. */
const DIRECTORY = [
  '\uFEFF"pcd","pcds","dointr","doterm","oslaua"',
  '"EH6 6QQ","EH6 6QQ","198001","","S12000036"',
  '"EH7 1AA","EH7 1AA","198001","","S12000036"',
  '"EH9 1AA","EH9 1AA","198001","","S12000036"',
  '"EH9 1AB","EH9 1AB","198001","","S12000019"',
  '"EH9 1AD","EH9 1AD","198001","","S12000036"',
  '"EH8 1AA","EH8 1AA","198001","199912","S12000036"',
  '"EH18 1AA","EH18 1AA","198001","","S12000019"',
  '"TD151AA","TD15 1AA","198001","","E06000057"',
  '"AB101AA","AB10 1AA","198001","","S12000033"',
];

async function* linesOf(lines: readonly string[]) {
  await Promise.resolve();
  yield* lines;
}

test('each district belongs to the council with most of its postcodes; districts are written as ranges', async () => {
  expect(await readDistricts(linesOf(DIRECTORY))).toEqual({
    AB: '10 Aberdeen',
    EH: '6-7,9 Edinburgh;18 Midlothian',
  });
});

test('newer editions of the directory, whose column is named after its year, can be read', async () => {
  const newer = DIRECTORY.map((line) => line.replace('oslaua', 'LAD25CD'));
  expect(await readDistricts(linesOf(newer))).toHaveProperty('AB', '10 Aberdeen');
});

test.each([
  ['without a column', ['pcds,oslaua'], 'no column for: doterm'],
  ['with an unknown council', ['pcds,doterm,oslaua', 'EH6 6QQ,,S12000999'], 'S12000999 is unknown'],
  ['without a Scottish postcode', ['pcds,doterm,oslaua', 'SW1A 1AA,,E09000033'], 'no Scottish postcode'],
  ['that is empty', [], 'no Scottish postcode'],
])('a file %s is rejected, and the error says why', async (_how, lines, message) => {
  await expect(readDistricts(linesOf(lines))).rejects.toThrow(message);
});

test('the rendered file has the three lines of the licence, and the table', () => {
  const text = renderDistricts({ EH: '6-7,9 Edinburgh' }, 2026);
  expect(text).toContain('Contains OS data © Crown copyright and database right 2026');
  expect(text).toContain('Contains Royal Mail data © Royal Mail copyright and database right 2026');
  expect(text).toContain(
    'Source: Office for National Statistics licensed under the Open Government Licence v.3.0',
  );
  expect(text).toContain(`  EH: '6-7,9 Edinburgh',`);
});
