/**
 * The fields that a column of the file may be read as. Of several columns for one field, the first that is not empty
 * counts.
 */
export const FIELDS = [
  'name',
  'first_name',
  'last_name',
  'phone',
  'email',
  'street',
  'city',
  'postcode',
  'property_type',
  'bedrooms',
  'property_condition',
  'message',
  'origin',
  'status',
  'stage',
  'created',
  'last_contact',
  'next_action',
  'next_at',
  'do_not_call',
  'tags',
  'note',
] as const;

export type Field = (typeof FIELDS)[number];

/**
 * The usual names of columns, in lower case and without punctuation; the best ones first.
 *
 * HubSpot: the labels of its default properties for contacts,
 * https://knowledge.hubspot.com/properties/hubspots-default-contact-properties
 * Pipedrive: its exports name the kind of record first, as in "Person - Phone - Work" and "Deal - Stage", and then the
 * field, https://support.pipedrive.com/en/article/exporting-data-from-pipedrive
 * Follow Up Boss does not publish the columns of its export; these are those of "Export all columns", which other
 * programs read, and the fields of https://docs.followupboss.com/reference/people-get
 */
const NAMES: Record<Field, string[]> = {
  name: [
    'name',
    'full name',
    'contact name',
    'seller',
    'seller name',
    'contact person',
    'client',
    'customer',
  ],
  first_name: ['first name', 'forename', 'given name', 'firstname'],
  last_name: ['last name', 'surname', 'family name', 'lastname'],
  phone: [
    ...[
      'phone',
      'phone number',
      'telephone',
      'tel',
      'mobile',
      'mobile phone',
      'mobile phone number',
      'mobile number',
    ],
    ...[
      'telephone number',
      'contact number',
      'phone mobile',
      'phone work',
      'phone home',
      'phone other',
      'landline',
    ],
    ...[
      'phone 1',
      'phone 2',
      'phone 3',
      'primary phone',
      'home phone',
      'work phone',
      'whatsapp phone number',
    ],
  ],
  email: [
    ...[
      'email',
      'e mail',
      'email address',
      'e mail address',
      'email 1',
      'email 2',
      'email work',
      'email home',
    ],
    ...['email other', 'primary email', 'mail'],
  ],
  street: [
    ...['property address', 'address of property', 'address of the property', 'house', 'property', 'address'],
    ...['street address', 'street', 'address 1 street', 'address line 1', 'postal address', 'full address'],
  ],
  city: ['property city', 'city', 'town', 'town or city', 'address 1 city', 'address line 2'],
  postcode: [
    'property postal code',
    'postcode',
    'post code',
    'postal code',
    'zip',
    'zip code',
    'address 1 zip',
  ],
  property_type: ['property type', 'type of property', 'house type', 'type'],
  bedrooms: ['bedrooms', 'number of bedrooms', 'beds', 'no of bedrooms', 'bedrooms no'],
  property_condition: ['condition', 'property condition'],
  message: ['message', 'enquiry', 'inquiry'],
  origin: ['lead source', 'source', 'original source', 'original traffic source', 'source channel', 'origin'],
  status: ['status', 'lifecycle stage', 'outcome'],
  stage: ['stage', 'lead status', 'pipeline stage', 'deal stage'],
  created: [
    ...['date added', 'create date', 'created', 'created at', 'date created', 'deal created', 'lead created'],
    ...['person created', 'added on', 'date received', 'received', 'enquiry date', 'date of enquiry', 'date'],
  ],
  last_contact: [
    ...['last contacted', 'last contact', 'last communication', 'last activity date', 'last activity'],
    ...['date of last contact', 'last called'],
  ],
  next_action: ['next step', 'next action', 'next activity', 'next activity type', 'to do'],
  next_at: [
    ...[
      'next at',
      'next activity date',
      'next step date',
      'next step on',
      'follow up',
      'follow up date',
      'follow up on',
    ],
    ...['next contact', 'call back', 'call back on', 'callback', 'next action date', 'next call'],
  ],
  do_not_call: ['do not call', 'dnc', 'do not contact', 'do not phone', 'no calls', 'tps'],
  tags: ['tags', 'labels', 'label'],
  note: [
    ...[
      'notes',
      'note',
      'comments',
      'comment',
      'background',
      'description',
      'remarks',
      'details',
      'title',
      'lost reason',
    ],
  ],
};

const FIELD_BY_NAME = new Map(
  FIELDS.flatMap((field) => NAMES[field].map((name, rank) => [name, { field, rank }] as const)),
);

const simplify = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/^(?:person|deal|lead) - /, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** A column of the file, with the field that it is read as. A column without a field is not imported. */
export type Column = { heading: string; index: number; field: Field | undefined; rank: number };

/**
 * Decides what each column is read as.
 *
 * @param map what the operator has said, by heading; 'none' leaves a column out
 * @throws {Error} when `map` names a column or a field that does not exist, or when there is no name or no phone number
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
  const columns = headings.map((given, index): Column => {
    const heading = given.trim();
    const chosen = map.get(heading);
    // What the operator has said comes before any other column.
    if (chosen !== undefined) {
      return { heading, index, field: FIELDS.find((field) => field === chosen), rank: -1 };
    }
    const { field, rank } = FIELD_BY_NAME.get(simplify(heading)) ?? { field: undefined, rank: 0 };
    return { heading, index, field, rank };
  });
  const has = (...fields: Field[]) => columns.some(({ field }) => field && fields.includes(field));
  if (!has('name', 'first_name', 'last_name') || !has('phone')) {
    throw new Error(
      `No column was recognised as the ${has('phone') ? 'name' : 'phone number'}. Name it: --map "Heading=${has('phone') ? 'name' : 'phone'}". The columns: ${headings.join(', ')}`,
    );
  }
  return columns.toSorted((a, b) => a.rank - b.rank || a.index - b.index);
}
