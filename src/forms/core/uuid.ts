import { toUuid } from '#lead/submission-id.ts';

/**
 * A random UUID, version 4. It does not use `crypto.randomUUID`, which browsers offer only over https or on
 * localhost: a phone that opens the development server over http lacks it.
 */
export const randomUuid = (): string => toUuid(crypto.getRandomValues(new Uint8Array(16)), 4);
