const KIND = '(?:mobile|home|work|other|personal|main)';

/**
 * The fields that a column of the file may be read as, each with the usual names of such columns, as `simplify` leaves
 * them: the best ones first, or a pattern. What forbids contact comes first: "Do not phone" is no telephone number.
 *
 * HubSpot: the labels of its default properties for contacts,
 * https://knowledge.hubspot.com/properties/hubspots-default-contact-properties
 * Pipedrive: its exports name the kind of record first, as in "Person - Phone - Work" and "Deal - Stage", and then the
 * field, https://support.pipedrive.com/en/article/exporting-data-from-pipedrive
 * Google Contacts numbers its columns, as in "Phone 1 - Value" and "Address 1 - Street".
 * Mailchimp writes "Email Address" and "UNSUB_TIME", https://mailchimp.com/help/view-export-contacts/
 * Follow Up Boss does not publish the columns of its export; these are those of "Export all columns", which other
 * programs read, and the fields of https://docs.followupboss.com/reference/people-get
 */
const NAMES = {
  do_not_contact:
    /\b(?:unsub\w*|opt(?:s|ed)? ?outs?|dn[cd]|c?tps|no (?:calls?|contact|e ?mails?|marketing|texts?)|(?:do not|don t) (?:call|contact|phone|ring|e ?mail|mail|text|write|disturb|market)|suppress\w*|black ?list\w*|cease contact)\b(?!.*\b(?:link|url)$)/,
  may_contact:
    /\b(?:opt(?:ed)? ?in|consent|subscribed|subscription status|(?:marketing|e ?mail|sms) (?:marketing )?(?:status|permissions?)|permission to \w+|(?:may|can|ok to) (?:we )?(?:call|contact|phone|e ?mail)|accepts (?:e ?mail |sms )?marketing)\b(?!.* (?:time|date|ip|at|on)$)/,
  phone: RegExp(
    `^contact n(?:o|umber)$|^(?:(?:primary|contact|business|seller|daytime|evening|whats ?app|${KIND}) )?(?:telephone|phone|tel|mobile|mob|cell|landline)(?: (?:phone|tel|${KIND}))?$`,
  ),
  email: RegExp(
    `^(?:(?:primary|secondary|contact|business|seller|${KIND}) )?(?:e ?mail|mail)(?: address)?(?: ${KIND})?$`,
  ),
  name: 'name, full name, contact name, seller, seller name, who, contact person, client, customer',
  first_name: 'first name, forename, given name, firstname',
  last_name: 'last name, surname, family name, lastname',
  street:
    'property address, property street, address of property, address of the property, house, property, address, street address, street, ' +
    'address street, address line 1, postal address, full address, address formatted, home street',
  city: 'property city, property town, city, town, town or city, address city, address line 2, address line 3, home city',
  postcode:
    'property postal code, property postcode, property zip, postcode, post code, postal code, zip, zip code, address zip, ' +
    'address postal code, address postcode, home postal code',
  property_type: 'property type, type of property, house type, type',
  bedrooms: 'bedrooms, number of bedrooms, beds, no of bedrooms',
  property_condition: 'condition, property condition',
  message: 'message, enquiry, inquiry',
  origin: 'lead source, source, original source, original traffic source, source channel, origin',
  status: 'status, lifecycle stage, outcome',
  stage: 'stage, lead status, pipeline stage, deal stage',
  created:
    'date added, create date, created, created at, created date, created time, date created, deal created, lead created, lead created date, person created, added on, ' +
    'date received, received, enquiry date, date of enquiry, date',
  last_contact:
    'last contacted, last contact, last communication, last activity date, last activity, date of last contact, last called',
  next_action: 'next step, next action, next activity, next activity type, to do',
  next_at:
    'next at, next activity date, next step date, next step on, follow up, follow up date, follow up on, next contact, ' +
    'call back, call back on, callback, next action date, next call',
  tags: 'tags, labels, label',
  note: 'notes, note, comments, comment, background, description, remarks, details, title, lost reason',
} satisfies Record<string, string | RegExp>;

export type Field = keyof typeof NAMES;
/** Of several columns for one field, the first that is not empty counts. */
export const FIELDS = Object.keys(NAMES) as Field[];

/** @returns the field of a column, and how good its name is for it: 0 is the best */
function fieldOf(name: string): { field: Field; rank: number } | undefined {
  for (const [field, names] of Object.entries(NAMES) as [Field, string | RegExp][]) {
    const rank = typeof names === 'string' ? names.split(', ').indexOf(name) : names.test(name) ? 0 : -1;
    if (rank >= 0) return { field, rank };
  }
  return undefined;
}

/** In lower case, without punctuation, and without the number of a column: "Phone 1 - Value" is "phone". */
const simplify = (heading: string) =>
  heading
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/^(?:person|deal|lead) - /, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/(?<!line )\b\d+\b/g, '')
    .trim()
    .replace(/ +/g, ' ')
    .replace(/(?<=[a-z])(?<!^contact) (?:no|number|value)$/, '');

/** Which of several addresses a column belongs to: that of the property, the one without a name, or "Address 1". */
const placeOf = (heading: string) =>
  /property|house/i.test(heading) ? 0 : Number(/^address (\d+) - /i.exec(heading.trim())?.[1] ?? 0) + 1;

/**
 * A column of the file, with the field that it is read as: undefined if nobody knows it, so that it is kept in the notes,
 * and 'none' if it is left out.
 */
export type Column = {
  heading: string;
  index: number;
  field: Field | 'none' | undefined;
  rank: number;
  /** Columns of a street, a town and a postcode with the same place are one address; the lowest is the best one. */
  place: number;
};

/** The last column of the file of rows that were not imported. */
export const REASON_HEADING = 'Why it was not imported';

function columnsOf(headings: readonly string[], map: ReadonlyMap<string, string>): Column[] {
  const columns: Column[] = [];
  for (const [index, given] of headings.entries()) {
    const heading = given.trim();
    const chosen = map.get(heading);
    const before = columns.at(-1);
    const place = placeOf(heading);
    if (chosen !== undefined) {
      // What the operator has said comes before any other column.
      const field = [...FIELDS, 'none' as const].find((each) => each === chosen);
      columns.push({ heading, index, field, rank: -1, place });
    } else if (heading === '' && (before?.field === 'street' || before?.field === 'city')) {
      // An address goes on over columns without headings.
      columns.push({ ...before, heading, index, field: 'city' });
    } else {
      const none = { field: heading === REASON_HEADING ? ('none' as const) : undefined, rank: 0 };
      columns.push({ heading, index, ...(fieldOf(simplify(heading)) ?? none), place });
    }
  }
  return columns;
}

function missingIn(columns: readonly Column[]): 'phone' | 'name' | undefined {
  const has = (...fields: Column['field'][]) => columns.some(({ field }) => field && fields.includes(field));
  if (!has('phone', 'email')) return 'phone';
  return has('name', 'first_name', 'last_name') ? undefined : 'name';
}

/** Whether a row has the headings, and is no title above them. */
export const isHeading = (cells: readonly string[], map: ReadonlyMap<string, string>): boolean =>
  missingIn(columnsOf(cells, map)) === undefined;

/**
 * Decides what each column is read as.
 *
 * @param map what the operator has said, by heading; 'none' leaves a column out
 * @throws {Error} when `map` names a column or a field that does not exist, or when there is no name, or neither phone
 *   number nor e-mail address
 */
export function readColumns(headings: readonly string[], map: ReadonlyMap<string, string>): Column[] {
  for (const [heading, field] of map) {
    if (!headings.some((given) => given.trim() === heading)) {
      throw new Error(`The file has no column "${heading}". Its columns: ${headings.join(', ')}`);
    }
    if (field !== 'none' && !FIELDS.some((known) => known === field)) {
      throw new Error(`A column cannot be "${field}". Choose one of: ${FIELDS.join(', ')}, none`);
    }
  }
  const columns = columnsOf(headings, map);
  const missing = missingIn(columns);
  if (missing) {
    throw new Error(
      `No column was recognised as the ${missing === 'name' ? 'name' : 'phone number'}. Name it: --map "Heading=${missing}". The columns: ${headings.join(', ')}`,
    );
  }
  return columns.toSorted((a, b) => a.rank - b.rank || a.index - b.index);
}
