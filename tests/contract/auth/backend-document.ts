import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLS, type Call } from './calls.ts';
import { RULES } from './rules.ts';
import { PUBLISHABLE_KEY } from '../../support/publishable-key.ts';

const PACKAGE = join(import.meta.dirname, '../../../node_modules/@supabase/supabase-js/package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|(?:factor|client)-1/g;

const code = (text: string): string => `\`${text}\``;

/**
 * The fields of a request's body. Those of an inner object are written with a dot; empty inner objects are left out.
 * The caller of the client chooses the fields of `data`, so they are not listed.
 */
function fieldsOf(body: Record<string, unknown> = {}): string[] {
  return Object.entries(body).flatMap(([key, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isObject || key === 'data') return [key];
    return Object.keys(value).map((inner) => `${key}.${inner}`);
  });
}

/** Whether the live backend, an auth service in memory, answers the call. If not, `live` is the text of its error. */
const isLive = ({ live }: Call) => typeof live !== 'string';

function answererOf(call: Call): string {
  if (call.isEmbedded) return isLive(call) ? 'embedded server, live backend' : 'embedded server';
  return isLive(call) ? 'live backend' : 'full Supabase only';
}

function describeCalls(): string {
  return [...Map.groupBy(CALLS, ({ heading }) => heading)]
    .map(([heading, calls]) => {
      const rows = calls.map((call) => [
        call.name.replace(/^\S+/, code),
        call.requests
          .map((line) => code(line.replaceAll(ID, '{id}').replace(PUBLISHABLE_KEY, '{key}')))
          .join(', then '),
        fieldsOf(call.body).map(code).join(', '),
        call.emits ? code(call.emits) : '',
        answererOf(call),
      ]);
      return `### ${heading}\n\n${table(['Call', 'Request', 'Body fields', 'Event', 'Answered by'], rows)}`;
    })
    .join('\n\n');
}

function countCalls(): string {
  const embedded = CALLS.filter(({ isEmbedded }) => isEmbedded).length;
  const live = CALLS.filter(isLive).length;
  const both = CALLS.filter((call) => isLive(call) && call.isEmbedded).length;
  const rest = CALLS.filter((call) => !isLive(call) && !call.isEmbedded).length;
  return `The table has ${CALLS.length} calls. The embedded server answers ${embedded} of them and refuses the others; the live backend answers ${live}, of which the embedded server also answers ${both}. ${rest} are answered by a full Supabase only.`;
}

const SORTED_RULES = RULES.map(({ rule, butSpecified, runtime = 'Node' }) => ({
  section: rule.slice(0, 1),
  rule: rule.slice(3),
  butSpecified,
  runtime,
})).toSorted((one, other) => Number(one.section) - Number(other.section));

function describeDifferences(): string {
  const rows = SORTED_RULES.flatMap(({ section, rule, butSpecified, runtime }) =>
    butSpecified === undefined ? [] : [[section, butSpecified, rule, runtime]],
  );
  return `The client is version ${version}.\n\n${table(['Section', 'The specification', 'What happens', 'Tested in'], rows)}`;
}

function describeRules(): string {
  const rows = SORTED_RULES.flatMap(({ section, rule, butSpecified, runtime }) =>
    butSpecified === undefined ? [[section, rule, runtime]] : [],
  );
  return table(['Section', 'What happens, as specified', 'Tested in'], rows);
}

const PARTS: Record<string, () => string> = {
  count: countCalls,
  calls: describeCalls,
  differences: describeDifferences,
  rules: describeRules,
};

/** Writes the tables of calls and rules into a document, between `<!-- generated: name -->` and `<!-- end -->`. */
export function writeBackendDocument(document: string): string {
  return Object.entries(PARTS).reduce((text, [name, describe]) => {
    const marks = new RegExp(`(<!-- generated: ${name} -->)[^]*?(<!-- end -->)`);
    if (!marks.test(text)) throw new Error(`The document has no marks for the part "${name}".`);
    return text.replace(marks, (_all, start: string, end: string) => `${start}\n\n${describe()}\n\n${end}`);
  }, document);
}
