import type { ReactNode } from 'react';
import { useMe } from '../api/use-me.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

type Props = {
  /** What only an owner can do here: "change the public site". */
  what: string;
  children: ReactNode;
};

/** A page for owners. Other staff read whom to ask. */
export function ForOwners({ what, children }: Props) {
  if (useMe().role === 'owner') return children;
  return (
    <FullPageMessage title="For owners">
      <p>{`Only an owner of the desk can ${what}. Ask one of them.`}</p>
    </FullPageMessage>
  );
}
