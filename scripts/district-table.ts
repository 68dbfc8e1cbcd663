/** Makes the table of postcode districts, for `scripts/postcode-districts.ts`. */

/** The council areas of Scotland, by their codes. Cities have the short name that people use. */
const COUNCILS: Readonly<Record<string, string>> = {
  S12000005: 'Clackmannanshire',
  S12000006: 'Dumfries and Galloway',
  S12000008: 'East Ayrshire',
  S12000010: 'East Lothian',
  S12000011: 'East Renfrewshire',
  S12000013: 'Na h-Eileanan Siar',
  S12000014: 'Falkirk',
  S12000017: 'Highland',
  S12000018: 'Inverclyde',
  S12000019: 'Midlothian',
  S12000020: 'Moray',
  S12000021: 'North Ayrshire',
  S12000023: 'Orkney Islands',
  S12000026: 'Scottish Borders',
  S12000027: 'Shetland Islands',
  S12000028: 'South Ayrshire',
  S12000029: 'South Lanarkshire',
  S12000030: 'Stirling',
  S12000033: 'Aberdeen',
  S12000034: 'Aberdeenshire',
  S12000035: 'Argyll and Bute',
  S12000036: 'Edinburgh',
  S12000038: 'Renfrewshire',
  S12000039: 'West Dunbartonshire',
  S12000040: 'West Lothian',
  S12000041: 'Angus',
  S12000042: 'Dundee',
  S12000045: 'East Dunbartonshire',
  S12000047: 'Fife',
  S12000048: 'Perth and Kinross',
  S12000049: 'Glasgow',
  S12000050: 'North Lanarkshire',
};

const COUNCIL_COLUMN = /^(?:oslaua|laua|lad\d\dcd)$/;
const SCOTTISH = 'S12';
const POSTCODE = /^([A-Z]{1,2})(\d{1,2}) \d[A-Z]{2}$/;

const cellsOf = (line: string) => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

/** Writes numbers as ranges: `[1, 2, 3, 5]` becomes `1-3,5`. */
function toRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(',');
}

/**
 * The council of each Scottish postcode district, from the lines of the ONS Postcode Directory. A district on a border
 * goes to the council with most of its postcodes. Terminated postcodes are left out.
 *
 * @returns the table of `src/lib/postcodes/districts.ts`
 * @throws {Error} when a column is missing, when a council's code is unknown, or when there is no Scottish postcode
 */
export async function readDistricts(lines: AsyncIterable<string>): Promise<Record<string, string>> {
  let columns: { pcds: number; doterm: number; oslaua: number } | undefined;
  const counts = new Map<string, Map<string, number>>();
  for await (const line of lines) {
    const cells = cellsOf(line);
    if (!columns) {
      const names = cells.map((cell) => cell.replace(/^\uFEFF/, '').toLowerCase());
      columns = {
        pcds: names.indexOf('pcds'),
        // The date of termination.
        doterm: names.indexOf('doterm'),
        oslaua: names.findIndex((name) => COUNCIL_COLUMN.test(name)),
      };
      const missing = Object.entries(columns).filter(([, index]) => index === -1);
      if (missing.length > 0) {
        throw new Error(
          `The file has no column for: ${missing.map(([name]) => name).join(', ')}. It needs pcds, doterm and oslaua (or lad23cd and the like).`,
        );
      }
      continue;
    }
    const code = cells[columns.oslaua] ?? '';
    if (!code.startsWith(SCOTTISH) || cells[columns.doterm]) continue;
    const council = COUNCILS[code];
    if (council === undefined) throw new Error(`The council ${code} is unknown: add it to COUNCILS.`);
    const [, area, number] = POSTCODE.exec(cells[columns.pcds] ?? '') ?? [];
    if (!area || !number) continue;
    const district = `${area} ${number}`;
    const ofDistrict = counts.get(district) ?? new Map<string, number>();
    counts.set(district, ofDistrict.set(council, (ofDistrict.get(council) ?? 0) + 1));
  }
  if (counts.size === 0) throw new Error('The file has no Scottish postcode.');

  const areas = new Map<string, Map<string, number[]>>();
  for (const [district, councils] of counts) {
    const [area = '', number = ''] = district.split(' ');
    const [[council] = ['']] = [...councils].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
    const ofArea = areas.get(area) ?? new Map<string, number[]>();
    areas.set(area, ofArea.set(council, [...(ofArea.get(council) ?? []), Number(number)]));
  }
  const entries = [...areas]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([area, councils]): [string, string] => {
      const byFirst = [...councils].sort(([, a], [, b]) => Math.min(...a) - Math.min(...b));
      return [area, byFirst.map(([council, numbers]) => `${toRanges(numbers)} ${council}`).join(';')];
    });
  return Object.fromEntries(entries);
}

/** The text of `src/lib/postcodes/districts.ts`, with the lines that the directory's licence asks for. */
export function renderDistricts(table: Readonly<Record<string, string>>, year: number): string {
  const rows = Object.entries(table).map(([area, entries]) => `  ${area}: '${entries}',`);
  return `/**
 * The councils of Scotland's postcode districts, by postcode area. An entry has the districts, as numbers and ranges,
 * and their council; entries are separated by semicolons. Made by \`scripts/postcode-districts.ts\`.
 *
 * Contains OS data © Crown copyright and database right ${year}
 * Contains Royal Mail data © Royal Mail copyright and database right ${year}
 * Source: Office for National Statistics licensed under the Open Government Licence v.3.0
 */
export const DISTRICTS: Readonly<Record<string, string>> = {
${rows.join('\n')}
};
`;
}
