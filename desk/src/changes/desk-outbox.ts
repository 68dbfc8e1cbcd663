import { storeChange } from '../api/calls.ts';
import { createOutbox } from './outbox.ts';

/** The changes of this tab. */
export const outbox = createOutbox(storeChange, () => sessionStorage);
