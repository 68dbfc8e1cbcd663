/**
 * The fields of which the schemas of the content consist. The desk makes a form of each schema (`z.toJSONSchema`), so
 * every field has a title, and every message is for the owner who fills in the form.
 */
import * as z from 'zod';

export const WRITE_SOMETHING = 'Write something here: the page needs it.';

const lengthOf = (input: unknown) => (typeof input === 'string' || Array.isArray(input) ? input.length : 0);

/** What a form needs to know of a field besides its type. */
export type FieldNotes = {
  description?: string;
  /**
   * How the field is edited, if not as one line: a long plain text, a text with formatting, a text with figures
   * (`{claim:id}`), the id of a figure, the slug of an article, a link within the site, opening hours, or a list of days.
   */
  format?: 'multiline' | 'prose' | 'claim-text' | 'claim' | 'article' | 'own-link' | 'hours' | 'days';
  /** Whether the firm's specification has these very words, so that a form locks them. */
  fixed?: true;
  /** The words for each value of a list of choices. */
  labels?: Record<string, string>;
  /** In a new part of a document, this field starts with the value of the field of this name beside the part. */
  begins?: string;
};

const unknownFields = (keys: readonly string[]) => `We do not know ${keys.join(', ')} here. Take it out.`;

/** A group of fields. */
export function fields<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? unknownFields(issue.keys) : 'Fill in the fields of this part.',
  });
}

type Lengths = { least?: number; most?: number };

/** No field needs more; what is longer does not fit into the build's environment. */
const LONGEST = 20_000;

/** A text that may not be empty. */
export function words(title: string, { least = 1, most = LONGEST, ...notes }: FieldNotes & Lengths = {}) {
  const tooShort =
    least > 1 ? `There is room for more: write at least ${least} characters.` : WRITE_SOMETHING;
  const text = z.string(WRITE_SOMETHING).trim().min(least, tooShort);
  return text
    .max(most, {
      error: ({ input }) =>
        `This is too long to be shown whole: ${lengthOf(input)} characters. Shorten it to ${most}.`,
    })
    .refine((given) => !given.includes('\0'), 'This has a character that cannot be stored.')
    .meta({ title, ...notes });
}

/** One of a list of values. */
export const choice = <const Values extends readonly string[]>(
  title: string,
  values: Values,
  notes: FieldNotes = {},
) => z.enum(values, 'Choose one from the list.').meta({ title, ...notes });

const isoDay = z.iso.date('Choose a day.');

/** A day. YAML has it as a date, a form as `2026-12-24`. */
export const day = (title: string, notes: FieldNotes = {}) =>
  z
    .preprocess(
      (given) =>
        given instanceof Date && !Number.isNaN(given.getTime()) ? given.toISOString().slice(0, 10) : given,
      isoDay.transform((text) => new Date(text)),
    )
    .meta({ title, type: 'string', ...notes, format: 'date' });

/** A list of at least one, or of exactly so many. */
export function list<Item extends z.ZodType>(
  title: string,
  item: Item,
  { exactly, ...notes }: FieldNotes & { exactly?: number } = {},
) {
  const items = z.array(item, 'Add to this list.');
  const limited =
    exactly === undefined
      ? items.min(1, 'There must be at least one.')
      : items.length(exactly, {
          error: ({ input }) =>
            `The page has room for exactly ${exactly} of these. It has ${lengthOf(input)}.`,
        });
  return limited.meta({ title, ...notes });
}

/** The page's title and its description, for search engines and shared links. */
export const TITLE_NOTES = {
  description: 'In the browser’s tab, in search results and in shared links. The name of the firm is added.',
} as const;
export const DESCRIPTION_NOTES = {
  description: 'The two lines below the title in search results. No other page may have the same.',
  format: 'multiline',
  most: 165,
} as const;
