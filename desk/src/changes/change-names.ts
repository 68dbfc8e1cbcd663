import { CHANGE_NAMES as NAMES } from '#server/database/codes.ts';
import type { ChangeName } from '../api/calls.ts';

/** What each kind of change to a lead is called in a message such as "Saved: the next step". */
export const CHANGE_NAMES: Record<ChangeName, string> = NAMES;
