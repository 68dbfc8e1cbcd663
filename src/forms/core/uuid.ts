import { toUuid } from '#lead/submission-id.ts';

/**
 * Returns a random UUID, version 4. It does not use `crypto.randomUUID`, which exists only in secure contexts (https
 * and localhost): a phone that opens the development server over http does not have it.
 */
export const randomUuid = (): string => toUuid(crypto.getRandomValues(new Uint8Array(16)), 4);
