import { characterCount, tidyLine, tidyText } from '#lead/text.ts';
import type { Column, Field } from './columns.ts';
import { readTime, type DateOrder } from './dates.ts';
import {
  bedroomsOf,
  conditionOf,
  hasDoNotCallTag,
  isDoNotCall,
  isPlainYes,
  nextActionOf,
  propertyTypeOf,
  stageOf,
} from './words.ts';

/** A lead as `storeLeads` stores it. Times are as `readTime` returns them. */
export type ImportedLead = {
  name: string;
  phone: string;
  email: string | undefined;
  postcode: string | undefined;
  address: string | undefined;
  property_type: string | undefined;
  bedrooms: string | undefined;
  property_condition: string | undefined;
  message: string | undefined;
  /** Where the other program says that the lead came from. */
  origin: string | undefined;
  created: string | undefined;
  last_contact: string | undefined;
  stage: string;
  close_reason: string | undefined;
  next_action: string | undefined;
  next_at: string | undefined;
  do_not_call: boolean;
  notes: string[];
};

type RowOptions = {
  columns: readonly Column[];
  dateOrder: DateOrder;
  /** Stages that the operator has named, by the word in the file. */
  stages: ReadonlyMap<string, string>;
  /** The day in Europe/London, such as 2026-11-27. */
  today: string;
  /** Called for each word that says the stage, with what it was read as. */
  onStage: (word: string, stage: string | undefined) => void;
};

type RowResult = { lead: ImportedLead } | { reason: string };

/** The longest message of a lead, and the longest text of staff, as in the database. */
const LONGEST_MESSAGE = 1_000;
const LONGEST_NOTE = 10_000;

/** The apostrophe that the desk's export, and other programs, put before what a spreadsheet would take for a formula. */
const PROTECTED = /(^|[;\t\r\n])'(?=[ \t\r\n"']*[=+\-@＝＋－＠])/g;

const MONTH = '(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)';

/** A flat's number of which a spreadsheet has made a date: "02-Jan" or "02/01/2026" of 2/1, "Jan-14" of 1/14. */
const FLAT_AS_DATE = new RegExp(
  String.raw`^(?:flat )?(?:\d{1,2}-${MONTH}(?:-\d{2,4})?|${MONTH}-\d{2,4}|\d{1,2}/\d{1,2}/\d{4}|\d{4}-\d\d-\d\d(?:[ T][\d:]+)?)(?=$|,| \d)`,
  'i',
);

/** A telephone number that a program has taken for a decimal number: "7700900214.0". */
const DECIMAL_NUMBER = /^\+?\d+[.,]0+$/;

/**
 * Whether a text is a telephone number. "None yet" is none, and neither is a number that a spreadsheet has rounded,
 * such as 4.41315E+11.
 */
const isNumber = (text: string) => text.replace(/\D/g, '').length >= 8 && !/\de\+?\d/i.test(text);

function split(text: string, length: number): string[] {
  if (text.length <= length) return text === '' ? [] : [text];
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / length) }, (_, part) =>
    characters.slice(part * length, (part + 1) * length).join(''),
  );
}

/**
 * Reads a row. Values that have no field of their own or cannot be read go into the lead's notes, so that nothing is
 * lost.
 */
export function readRow(
  cells: readonly string[],
  { columns, dateOrder, stages, today, onStage }: RowOptions,
): RowResult {
  if (cells.length !== columns.length) {
    return { reason: `It has ${cells.length} cells instead of ${columns.length}.` };
  }
  const given = (...fields: Field[]) =>
    columns
      .filter(({ field }) => field && fields.includes(field))
      .map(({ heading, index }) => ({
        heading,
        text: tidyText((cells[index] ?? '').replace(PROTECTED, '$1')),
      }))
      .filter(({ text }) => text !== '');
  const notes: string[] = [];
  const noteThat = ({ heading, text }: { heading: string; text: string }) =>
    notes.push(`${heading}: ${text}`);
  /** Takes the first of the fields' cells that is not empty. The other cells go into the notes. */
  const take = (...fields: Field[]) => {
    const [best, ...others] = given(...fields);
    others.filter(({ text }) => text !== best?.text).forEach(noteThat);
    return best;
  };
  const line = (...fields: Field[]) => {
    const found = take(...fields);
    return found && (tidyLine(found.text) || undefined);
  };
  /** Takes a value that must be in a list. A value that is not in the list becomes a note. */
  const choose = (field: Field, valueOf: (text: string) => string | undefined) => {
    const found = take(field);
    const value = found && valueOf(found.text);
    if (found && value === undefined) noteThat(found);
    return value;
  };

  const noteColumns = given('note');
  if (noteColumns.length === 1) notes.push(...noteColumns.map(({ text }) => text));
  else noteColumns.forEach(noteThat);

  const message = take('message');
  const isLong = message !== undefined && characterCount(message.text) > LONGEST_MESSAGE;
  if (isLong) noteThat(message);

  const createdCell = take('created');
  const created = createdCell && readTime(createdCell.text, dateOrder);
  if (createdCell && created === undefined)
    return { reason: `The date "${createdCell.text}" cannot be read.` };
  const contacted = take('last_contact');
  const lastContact = contacted && readTime(contacted.text, dateOrder);
  if (contacted && lastContact === undefined) noteThat(contacted);

  const [status, stageCell] = [take('status'), take('stage')];
  const said = [status, stageCell].flatMap((cell) => {
    if (!cell) return [];
    const stage = stageOf(cell.text, stages);
    onStage(cell.text, stage);
    if (stage === undefined) noteThat(cell);
    return { word: cell.text, stage };
  });
  // A column for the status says whether a deal is over (won, lost), and one for the stage how far it has come.
  const decisive = said.find(({ stage }) => stage?.startsWith('closed')) ?? said.at(-1);
  const [stage = 'new', closeReason] = (decisive ? (decisive.stage ?? 'contacted') : 'new').split(':');

  const step = take('next_action');
  const stepDate = take('next_at');
  const stepAtNine = stepDate && readTime(stepDate.text, dateOrder, 9);
  // Without a time, a step of today is due at once, however early it is.
  const stepAt = stepAtNine?.startsWith(today) ? readTime(stepDate?.text ?? '', dateOrder) : stepAtNine;
  const isPlanned = stage !== 'closed' && stepAt !== undefined;
  if (step) noteThat(step);
  if (stepDate && !isPlanned) noteThat(stepDate);

  const rules = take('do_not_call');
  if (rules && isDoNotCall(rules.text) && !isPlainYes(rules.text)) noteThat(rules);
  const tags = take('tags');
  if (tags) noteThat(tags);

  const [street, city] = [line('street'), line('city')];
  const address = [street, city && !street?.includes(city) ? city : undefined].filter(Boolean).join(', ');
  const fullName = [line('first_name'), line('last_name')].filter(Boolean).join(' ');
  const phone = line('phone') ?? '';
  const date = [street, city].map((part) => FLAT_AS_DATE.exec(part ?? '')?.[0]).find(Boolean);
  if (date) return { reason: `The address has the date "${date}", which a spreadsheet has made of a flat.` };
  if (DECIMAL_NUMBER.test(phone)) {
    return { reason: `The phone number "${phone}" was changed into a decimal number.` };
  }

  return {
    lead: {
      name: line('name') ?? fullName,
      phone: isNumber(phone) ? phone : '',
      email: line('email'),
      postcode: line('postcode'),
      address: address || undefined,
      property_type: choose('property_type', propertyTypeOf),
      bedrooms: choose('bedrooms', bedroomsOf),
      property_condition: choose('property_condition', conditionOf),
      message: isLong ? undefined : message?.text,
      origin: line('origin'),
      created,
      last_contact: lastContact,
      stage,
      close_reason: closeReason,
      next_action: isPlanned ? nextActionOf(step?.text ?? '') : undefined,
      next_at: isPlanned ? stepAt : undefined,
      do_not_call:
        (rules !== undefined && isDoNotCall(rules.text)) ||
        said.some(({ word }) => hasDoNotCallTag(word)) ||
        (tags !== undefined && hasDoNotCallTag(tags.text)),
      notes: split(notes.join('\n'), LONGEST_NOTE),
    },
  };
}
