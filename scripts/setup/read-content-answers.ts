import { isoDate } from '../../src/lib/dates.ts';
import type { Read } from './asker.ts';

/** The text with single spaces in place of line breaks and other white space. */
export const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Reads a text that must not be empty. */
export const readWords =
  (problem: string) =>
  (typed: string): Read<string> => {
    const words = onOneLine(typed);
    return words ? { value: words } : { problem };
  };

export const readOptionalWords = (typed: string): Read<string> => ({ value: onOneLine(typed) });

/** Reads a day such as 2026-11-20: later than `after`, and not later than `until`, which is today. */
export const readDay =
  ({ after, until }: { after?: string; until?: string }) =>
  (typed: string): Read<string> => {
    const date = new Date(`${typed}T00:00:00Z`);
    if (!/^\d{4}-\d\d-\d\d$/.test(typed) || Number.isNaN(date.getTime()) || isoDate(date) !== typed) {
      return { problem: `"${typed}" is no day: write it like 2026-11-20.` };
    }
    if (until !== undefined && typed > until) return { problem: `${typed} is in the future.` };
    if (after !== undefined && typed <= after) return { problem: `It must be later than ${after}.` };
    return { value: typed };
  };
