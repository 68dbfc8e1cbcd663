import { toUuid } from '#lead/submission-id.ts';

/**
 * A random UUID, version 4. It does not use `crypto.randomUUID`, which browsers offer only over https and on localhost,
 * so a phone that opens the development server does not have it.
 */
export const randomUuid = (): string => toUuid(crypto.getRandomValues(new Uint8Array(16)), 4);
