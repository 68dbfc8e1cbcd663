import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS } from './calls/all.ts';
import type { Call } from './calls/call.ts';
import { BROWSER_RULES, NODE_RULES } from './rules/all.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

const PACKAGE = join(import.meta.dirname, '../../../node_modules/@supabase/supabase-js/package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|(?:factor|client)-1/g;

const code = (text: string): string => `\`${text}\``;

/** The fields of a body, those of an inner object behind a dot; empty inner objects are left out. */
function fieldsOf(body: Record<string, unknown> = {}): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || key === 'data') return [key];
    return Object.keys(value).map((inner) => `${key}.${inner}`);
  });
}

function answererOf({ isEmbedded, live }: Call): string {
  if (isEmbedded && live !== false) return 'embedded server, live counterpart';
  if (isEmbedded) return 'embedded server';
  return live === false ? 'full Supabase only' : 'live counterpart';
}

function describeCalls(): string {
  return Object.entries(CALLS)
    .map(([heading, calls]) => {
      const rows = calls.map((call) => [
        call.name.replace(/^\S+/, code),
        call.requests
          .map((line) => code(line.replaceAll(ID, '{id}').replace(PUBLISHABLE_KEY, '{key}')))
          .join(', then '),
        fieldsOf(call.body).map(code).join(', '),
        answererOf(call),
      ]);
      return `### ${heading}\n\n${table(['Call', 'Request', 'Body fields', 'Answered by'], rows)}`;
    })
    .join('\n\n');
}

function countCalls(): string {
  const calls = Object.values(CALLS).flat();
  const count = (answerer: (call: Call) => boolean) => calls.filter(answerer).length;
  const embedded = count(({ isEmbedded }) => isEmbedded === true);
  const live = count((call) => call.live !== false);
  const rest = count((call) => call.live === false && !call.isEmbedded);
  return `Of ${calls.length} calls the embedded server answers ${embedded} and finds none of the others; the live counterpart confirmed ${live}; ${rest} are answered by a full Supabase only.`;
}

const RULES = [
  ...NODE_RULES.map((rule) => ({ ...rule, place: 'Node' })),
  ...BROWSER_RULES.map((rule) => ({ ...rule, place: 'browser' })),
].toSorted((one, other) => one.section - other.section);

function describeDifferences(): string {
  const rows = RULES.flatMap(({ section, says, differs, place }) =>
    differs === undefined ? [] : [[String(section), says, differs, place]],
  );
  return `The client is version ${version}.\n\n${table(['Section', 'The specification', 'The client', 'Tested in'], rows)}`;
}

function describeRules(): string {
  const rows = RULES.flatMap(({ section, says, differs, place }) =>
    differs === undefined ? [[String(section), says, place]] : [],
  );
  return table(['Section', 'The specification', 'Tested in'], rows);
}

const PARTS: Record<string, () => string> = {
  count: countCalls,
  calls: describeCalls,
  differences: describeDifferences,
  rules: describeRules,
};

/** Puts what the tests' tables say between the marks of the document; all other words stay. */
export function writeBackendDocument(document: string): string {
  return Object.entries(PARTS).reduce((text, [name, describe]) => {
    const marks = new RegExp(`(<!-- generated: ${name} -->)[^]*?(<!-- end -->)`);
    if (!marks.test(text)) throw new Error(`The document has no marks for the part "${name}".`);
    return text.replace(marks, (_all, start: string, end: string) => `${start}\n\n${describe()}\n\n${end}`);
  }, document);
}
