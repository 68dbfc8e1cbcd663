import * as z from 'zod';
import { characterCount } from '#lead/text.ts';
import { text } from '../http/json.ts';
import { plainText } from './plain-text.ts';

const EMPTY = 'The message is empty.';

/** What the firm and the seller write to each other. */
export const message = z
  .string(EMPTY)
  .transform((typed) => plainText(typed) ?? '')
  .pipe(
    text
      .regex(/\S/, EMPTY)
      .refine((body) => characterCount(body) <= 2000, 'The message has more than 2,000 characters.'),
  );
