import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';

export type CsvFormat = {
  encoding: 'utf-8' | 'utf-16le' | 'windows-1252';
  delimiter: string;
  /** Whether the first line names the delimiter: `sep=;`, as Excel reads it. */
  namesDelimiter: boolean;
  /** The SHA-256 of the file. */
  hash: string;
};

const DELIMITERS = [',', ';', '\t', '|'];

const count = (text: string, part: string) => text.split(part).length - 1;

/** Guesses it from the first line that has one: a title may have none. */
function guessDelimiter(lines: readonly string[]): string {
  const unquoted = lines.map((line) => line.replace(/"[^"]*"/g, ''));
  const line = unquoted.find((text) => DELIMITERS.some((each) => text.includes(each))) ?? '';
  return DELIMITERS.toSorted((a, b) => count(line, b) - count(line, a))[0] ?? ',';
}

/** Reads the whole file once to find out its format. A file that is not valid UTF-8 is read as Windows-1252. */
export async function detectFormat(path: string): Promise<CsvFormat> {
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let encoding: CsvFormat['encoding'] = 'utf-8';
  let start: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    if (start.length === 0) {
      start = chunk;
      if (chunk[0] === 0xff && chunk[1] === 0xfe) encoding = 'utf-16le';
    }
    if (encoding === 'utf-8') {
      try {
        decoder.decode(chunk, { stream: true });
      } catch {
        encoding = 'windows-1252';
      }
    }
  }
  const lines = new TextDecoder(encoding).decode(start).split(/\r\n|\r|\n/, 10);
  const named = /^"?sep=(.)"?$/.exec(lines[0] ?? '')?.[1];
  return {
    encoding,
    delimiter: named ?? guessDelimiter(lines),
    namesDelimiter: named !== undefined,
    hash: hash.digest('hex'),
  };
}

async function* decode(path: string, { encoding }: CsvFormat): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

/**
 * Reads the cells of each row, also of empty ones, without keeping them in memory.
 *
 * @throws {Error} from csv-parse, when a quoted cell does not end
 */
export async function* readRows(path: string, format: CsvFormat): AsyncGenerator<string[], undefined> {
  const parser = parse({
    delimiter: format.delimiter,
    from_line: format.namesDelimiter ? 2 : 1,
    relax_column_count: true,
    relax_quotes: true,
  });
  // An error of the file reaches the loop through the parser.
  pipeline(decode(path, format), parser, () => undefined);
  yield* parser as AsyncIterable<string[]>;
}
