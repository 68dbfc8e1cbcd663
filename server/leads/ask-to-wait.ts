import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { delayRefusal } from '../http/delay-refusal.ts';

type Wait = {
  status: 429 | 503;
  seconds: number;
  /** As the metrics count it. */
  reason: string;
};

const inWords = (count: number, unit: 'second' | 'minute') =>
  count.toLocaleString('en-GB', { style: 'unit', unit, unitDisplay: 'long' });

/**
 * Responds with a short page, when filling in the form's page would cost too much.
 *
 * @param contactItems the other ways to reach the firm, as HTML list items
 */
export async function askToWait(
  c: Context,
  contactItems: string,
  { status, seconds, reason }: Wait,
): Promise<Response> {
  c.set('refusal', reason);
  await delayRefusal();
  c.header('retry-after', String(seconds));
  const wait = seconds < 60 ? inWords(seconds, 'second') : inWords(Math.ceil(seconds / 60), 'minute');
  return c.html(
    html`<!doctype html>
      <html lang="en-GB">
        <meta charset="utf-8" /><meta name="viewport" content="width=device-width" />
        <title>Please wait a little</title>
        <h1>Please wait a little</h1>
        <p>
          Too many forms reached us in a short time, so this one is not sent yet. Go back: your answers are
          still in the form. Send it again in ${wait}, or contact us directly:
        </p>
        <ul>
          ${raw(contactItems)}
        </ul>
      </html>`,
    status,
  );
}
