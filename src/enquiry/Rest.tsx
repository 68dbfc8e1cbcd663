import type { ReactNode } from 'react';
import { Actions } from './Actions.tsx';
import { Complaints } from './Complaints.tsx';
import { Conversation } from './Conversation.tsx';
import { Merged } from './Merged.tsx';
import { PaperSection } from './papers/PaperSection.tsx';
import { TrustedPerson } from './TrustedPerson.tsx';
import type { ActionProps } from './types.ts';
import { WhatYouSent } from './WhatYouSent.tsx';
import { isOver } from './words.ts';

export type Props = ActionProps & { forget: ReactNode };

/** What stands below the offer. A read-only link shows only a part of it, without any action. */
export function Rest({ enquiry, firm, forget, onErased }: Props) {
  if (enquiry.access === 'shared') {
    return (
      <>
        <PaperSection enquiry={enquiry} />
        <WhatYouSent enquiry={enquiry} />
      </>
    );
  }
  return (
    <>
      <PaperSection enquiry={enquiry} />
      {enquiry.complaints.length > 0 && <Complaints enquiry={enquiry} firm={firm} />}
      {enquiry.merged && <Merged firm={firm} />}
      {(!isOver(enquiry) || enquiry.shares.length > 0) && <TrustedPerson enquiry={enquiry} />}
      <Actions enquiry={enquiry} firm={firm} onErased={onErased} />
      <Conversation enquiry={enquiry} brand={firm.brand} />
      <WhatYouSent enquiry={enquiry} />
      {forget}
    </>
  );
}
