import { storeChange } from '../api/calls.ts';
import { deviceStorage } from '../lib/storage.ts';
import { createOutbox } from './outbox.ts';

/** The queue of this browser's unsent changes to leads. It survives the browser's end, unless the browser blocks storage. */
export const outbox = createOutbox(storeChange, deviceStorage);
