import { createContext, useContext } from 'react';
import type { Answer } from './calls.ts';
import type { Drafts } from './draft.ts';
import type { Opened } from './types.ts';

export type Shared = {
  enquiryKey: string;
  drafts: Drafts;
  /** Shows the answer of a call. */
  receive: (answer: Answer<Opened>) => void;
  /** Reads the enquiry again at once. */
  refresh: () => void;
};

/** What every form of the page needs. */
export const EnquiryContext = createContext<Shared | undefined>(undefined);

export function useShared(): Shared {
  const shared = useContext(EnquiryContext);
  if (!shared) throw new Error('A form of the page is outside the EnquiryContext.');
  return shared;
}
