import { BEDROOMS, CONDITIONS, PROPERTY_TYPES } from '#lead/valuation.ts';

/** What the words of other programs mean at the desk. */

const simplify = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9+]+/g, ' ')
    .trim();

/** The words for a stage of the desk; for `closed`, with the reason: `closed:bought`. */
const STAGES: Record<string, string> = {
  new: 'new, lead, open, open not contacted, not contacted, to call, subscriber',
  contacted:
    'contacted, attempted to contact, attempted contact, in progress, connected, contact made, called, spoke, working, ' +
    'nurture, bad timing, hot prospect, warm, hot, follow up, qualified, open deal, marketing qualified lead, ' +
    'sales qualified lead, opportunity, active client, demo scheduled, working contacted, contact in future, pre qualified',
  appraised: 'appraised, valued, viewed, visited, appraisal done, valuation done',
  offer_made: 'offer made, offered, proposal made, negotiations started, negotiation, negotiating',
  accepted: 'accepted, offer accepted, accepted in principle, agreed, pending, sale agreed',
  solicitors_instructed: 'solicitors instructed, with solicitors, under offer, under contract',
  formal_offer: 'formal offer',
  missives_concluded: 'missives concluded, missives',
  settled: 'settled',
  'closed:bought':
    'bought, we bought it, purchased, won, closed won, customer, completed, past client, closed converted',
  'closed:seller_withdrew':
    'lost, closed lost, seller withdrew, withdrawn, not interested, sold elsewhere, dead, closed not converted, do not call, do not contact, dnc',
  'closed:no_reply': 'no reply, no response, unresponsive',
  'closed:not_ours': 'not ours, not one for us, unqualified, not qualified, disqualified, not suitable',
  'closed:route_out_given': 'route out given, told them a better route',
  'closed:we_withdrew': 'we withdrew',
  'closed:duplicate': 'duplicate',
  'closed:spam': 'spam, junk, trash',
};

const STAGE_BY_WORD = new Map(
  Object.entries(STAGES).flatMap(([stage, words]) => words.split(', ').map((word) => [word, stage] as const)),
);

/** @param extra what the operator has said, by the word as it is in the file */
export const stageOf = (text: string, extra: ReadonlyMap<string, string>): string | undefined =>
  extra.get(text) ??
  STAGE_BY_WORD.get(simplify(text)) ??
  STAGE_BY_WORD.get(simplify(text).replace(/ leads?$/, ''));

/** @throws {Error} when it is no stage */
export function requireStage(text: string): void {
  if (text in STAGES) return;
  throw new Error(`There is no stage "${text}". Choose one of: ${Object.keys(STAGES).join(', ')}`);
}

const NEXT_ACTIONS: [action: string, pattern: RegExp][] = [
  ['wait_for_solicitor', /solicitor/],
  ['wait_for_seller', /\bwait/],
  ['make_offer', /\boffer/],
  ['value', /\b(?:valu|apprais)/],
  ['visit', /\b(?:visit|view|meet|appointment)/],
  ['write', /\b(?:write|e ?mail|letter|text|sms|whatsapp)/],
  ['call', /\b(?:call|phone|ring|speak)/],
];

/** The kind of next step that the words name; 'other' if they name none. */
export const nextActionOf = (text: string): string =>
  NEXT_ACTIONS.find(([, pattern]) => pattern.test(simplify(text)))?.[0] ?? 'other';

const first = (known: readonly string[], patterns: [value: string, pattern: RegExp][]) => (text: string) => {
  const word = text.toLowerCase().trim();
  return known.find((value) => value === word) ?? patterns.find(([, pattern]) => pattern.test(word))?.[0];
};

export const propertyTypeOf = first(PROPERTY_TYPES, [
  ['bungalow', /bungalow/],
  ['semi-detached', /semi/],
  ['terraced', /terrace/],
  ['detached', /detached/],
  ['flat', /flat|apartment|tenement|maisonette/],
]);

export const bedroomsOf = first(BEDROOMS, [
  ['5+', /^(?:[5-9]|\d\d)\b/],
  ['4', /^4\b/],
  ['3', /^3\b/],
  ['2', /^2\b/],
  ['1', /^1\b/],
]);

export const conditionOf = first(CONDITIONS, [
  ['poor', /poor|renovat|refurb|run.?down|derelict|needs? work/],
  ['fair', /fair|average|dated/],
  ['excellent', /excellent|immaculate|pristine/],
  ['good', /good/],
]);

const PLAIN_NO = /^(?:no?|false|0|-|none|never|n\/a|not applicable|not opted out|opted in)?$/i;

/** Whether the words of a column such as "Opt out" forbid contact. In doubt they do: only a plain no allows it. */
export const forbidsContact = (text: string): boolean => !PLAIN_NO.test(text.trim());

/** Whether the words of a column such as "Consent" or "Marketing status" refuse contact. */
export const refusesContact = (text: string): boolean =>
  /^(?:no?|false|0|none|never|out|cleaned)$|\bno\b.*\bconsent|\b(?:un|not |non.?)subscribe|opt(?:ed)?[ -]?out|not (?:given|granted|opted)|withdr|revok|refus|denied|declin|reject|do not/i.test(
    text.trim(),
  );

const FORBIDDING =
  /^(?:please )?(?:dn[cd]|c?tps|stop|(?:unsubscribed?|opt(?:ed)?[ -]?out)\b.*|no (?:more )?(?:calls|marketing)|(?:do not|don['’]?t|never) (?:call|contact|phone|ring|e-?mail|mail|text|write|disturb)(?:,? (?:or|and|again|any ?more|me|us|him|her|them|call|phone|e-?mail|text|write))*)[.!]*$/i;

/** Whether a cell of any column, or one of its parts, is nothing but words that forbid contact, such as the tag "DNC". */
export const saysNoContact = (text: string): boolean =>
  text
    .split(/[,:;|\n()]| [-–] |\s(?=\d{1,4}[/.-]\d|since\b)|(?<=\d) +(?=[a-z])/i)
    .some((part) => FORBIDDING.test(part.trim()));
