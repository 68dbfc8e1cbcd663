import { characterCount, tidyLine, tidyText } from '#lead/text.ts';
import type { Column, Field } from './columns.ts';
import { isMonthOnly, readTime, type DateOrder } from './dates.ts';
import { readAddress, type Cell } from './read-address.ts';
import { isNothing, readEmail, readPhone } from './read-contact.ts';
import {
  bedroomsOf,
  conditionOf,
  forbidsContact,
  nextActionOf,
  propertyTypeOf,
  refusesContact,
  saysNoContact,
  stageOf,
} from './words.ts';

/** A lead as `storeLeads` stores it. Times are as `readTime` returns them. */
export type ImportedLead = {
  name: string;
  phone: string;
  email: string | undefined;
  postcode: string | undefined;
  address: string | undefined;
  /** Whether the address cannot be read, so that nobody can say that the house is another lead's. */
  has_unread_address: boolean;
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
  /** The cells that forbid contact. */
  contact_rules: string | undefined;
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

/** A lead, with the headings of the cells that could not be read. Without a lead, nobody could be reached. */
type ReadRow = { lead: ImportedLead | undefined; unread: string[] };

type Noted = Pick<Cell, 'heading' | 'text'>;

/** The longest texts of a lead and of staff, as in the database. */
const LONGEST_NAME = 100;
const LONGEST_MESSAGE = 1_000;
const LONGEST_RULES = 1_000;
const LONGEST_NOTE = 10_000;

/** The database wants a number of 10 to 20 characters. These words are what the desk shows. */
const NO_PHONE = 'No phone number';

/** The apostrophe that the desk's export, and other programs, put before what a spreadsheet would take for a formula. */
const PROTECTED = /(^|[;\t\r\n])'(?=[ \t\r\n"']*[=+\-@＝＋－＠])/g;

const firstCharacters = (text: string, length: number) => Array.from(text).slice(0, length).join('');

const split = (text: string, length: number): string[] => text.match(RegExp(`[^]{1,${length}}`, 'gu')) ?? [];

/**
 * Reads a row. Values that have no field of their own or cannot be read go into the lead's notes, so that nothing is
 * lost.
 */
export function readRow(
  cells: readonly string[],
  { columns, dateOrder, stages, today, onStage }: RowOptions,
): ReadRow {
  const cellsOf = (isWanted: (column: Column) => boolean): Cell[] =>
    columns
      .filter(isWanted)
      .map((column) => ({
        ...column,
        text: tidyText((cells[column.index] ?? '').replace(PROTECTED, '$1')),
      }))
      .filter(({ text }) => text !== '');
  const given = (...fields: Field[]) =>
    cellsOf(({ field }) => field !== 'none' && field !== undefined && fields.includes(field));
  const notes: string[] = [];
  const unread: string[] = [];
  const noteThat = ({ heading, text }: Noted) => notes.push(heading === '' ? text : `${heading}: ${text}`);
  const noteUnread = (cell: Noted) => {
    noteThat(cell);
    unread.push(cell.heading);
  };
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
    if (found && value === undefined) noteUnread(found);
    return value;
  };
  /** Takes the first cell of which something can be read. What else the cells say goes into the notes. */
  const find = (field: Field, valueOf: (text: string) => string | undefined) => {
    let best: string | undefined;
    for (const cell of given(field).filter(({ text }) => !isNothing(text))) {
      const value = valueOf(cell.text);
      if (value === undefined) noteUnread(cell);
      else if (best !== undefined ? value !== best : ![value, value.slice(1)].includes(cell.text))
        noteThat(cell);
      best ??= value;
    }
    return best;
  };
  /** Takes a date that has been. */
  const takePast = (field: Field) => {
    const found = take(field);
    const time = found && readTime(found.text, dateOrder);
    const past = time !== undefined && time.slice(0, 10) <= today ? time : undefined;
    if (found && past === undefined) noteUnread(found);
    else if (found && isMonthOnly(found.text)) noteThat(found);
    return past;
  };

  const noteColumns = given('note');
  if (noteColumns.length === 1) notes.push(...noteColumns.map(({ text }) => text));
  else noteColumns.forEach(noteThat);

  const message = take('message');
  const isLong = message !== undefined && characterCount(message.text) > LONGEST_MESSAGE;
  if (isLong) noteThat(message);

  const [created, lastContact] = [takePast('created'), takePast('last_contact')];

  const said = [take('status'), take('stage')].flatMap((cell) => {
    if (!cell) return [];
    const stage = stageOf(cell.text, stages);
    onStage(cell.text, stage);
    if (stage === undefined) noteThat(cell);
    return { stage };
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
  if (stepDate && stepAt === undefined) noteUnread(stepDate);
  else if (stepDate && !isPlanned) noteThat(stepDate);

  given('tags').forEach(noteThat);
  cellsOf(({ field }) => field === undefined).forEach(noteThat);
  const surplus = cells.slice(columns.length).filter((text) => tidyText(text) !== '');
  if (surplus.length > 0)
    noteUnread({ heading: 'Cells without a heading', text: tidyText(surplus.join(', ')) });

  const rules = [
    ...given('do_not_contact').filter(({ text }) => forbidsContact(text)),
    ...given('may_contact').filter(({ text }) => refusesContact(text)),
    ...cellsOf(({ field }) => !['none', 'do_not_contact', 'may_contact'].includes(field ?? '')).filter(
      ({ text }) => saysNoContact(text),
    ),
  ];
  given('may_contact')
    .filter(({ text }) => !refusesContact(text))
    .forEach(noteThat);
  // A row with too many cells may have its opt-out in another column.
  const isShifted =
    surplus.length > 0 && columns.some(({ field }) => field === 'do_not_contact' || field === 'may_contact');

  const contactRules = [
    ...rules.map(({ heading, text }) => `${heading}: ${text}`),
    ...(isShifted
      ? ['The row has too many cells: what it says about contact may be in another column.']
      : []),
  ].join('\n');
  if (characterCount(contactRules) > LONGEST_RULES) notes.push(contactRules);

  const house = readAddress(
    given('street', 'city', 'postcode').filter(({ text }) => !isNothing(text)),
    columns,
  );
  house.others.forEach(noteThat);
  house.unread.forEach(noteUnread);

  const persons = [line('first_name'), line('last_name')].filter((part) => part !== undefined);
  const nameCell = take('name');
  const givenName = tidyLine(nameCell?.text ?? '');
  // "The Smith family" beside Ann and Smith is a note.
  const name =
    givenName !== '' && persons.every((part) => givenName.includes(part)) ? givenName : persons.join(' ');
  if (nameCell && name !== givenName) noteThat(nameCell);
  if (characterCount(name) > LONGEST_NAME) notes.push(`Name: ${name}`);

  /** Somebody may have typed a value into another column. */
  const findIn = (field: Field, valueOf: (text: string) => string | undefined) =>
    given(field).flatMap(({ text }) => valueOf(text) ?? [])[0];
  const phone = find('phone', readPhone) ?? findIn('email', readPhone);
  const email = find('email', readEmail) ?? findIn('phone', readEmail);
  if (phone === undefined && email === undefined) return { lead: undefined, unread };
  return {
    lead: {
      name: isNothing(name) ? 'Name not given' : firstCharacters(name, LONGEST_NAME),
      phone: phone ?? NO_PHONE,
      email,
      postcode: house.postcode,
      address: house.address,
      has_unread_address: house.unread.some(({ field }) => field !== 'postcode'),
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
      do_not_call: contactRules !== '',
      contact_rules: firstCharacters(contactRules, LONGEST_RULES) || undefined,
      notes: split(notes.join('\n'), LONGEST_NOTE),
    },
    unread,
  };
}
