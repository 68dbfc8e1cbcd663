import * as z from 'zod';
import { tidyText } from '#lead/text.ts';
import { text } from '../http/json.ts';
import { lengthOf } from './events.ts';

/** What the firm and the seller write to each other, as it is stored: without invisible characters. */
export const message = z
  .string('The message is empty.')
  .transform(tidyText)
  .pipe(
    text
      .min(1, 'The message is empty.')
      .refine((body) => lengthOf(body) <= 2000, 'The message has more than 2,000 characters.'),
  );
