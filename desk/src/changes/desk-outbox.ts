import { storeChange } from '../api/calls.ts';
import { tabStorage } from '../lib/storage.ts';
import { createOutbox } from './outbox.ts';

/** The queue of this tab's unsent changes to leads. It survives a reload, unless the browser blocks storage. */
export const outbox = createOutbox(storeChange, tabStorage);
