import type { ReactNode } from 'react';
import { Locked } from '../app/pages.ts';
import { useIdleLock } from './idle-lock.ts';

type Props = { isOn: boolean; name: string; children: ReactNode };

/** Takes the content off the page after 15 minutes without a touch, until the person proves who they are. */
export function IdleLock({ isOn, name, children }: Props) {
  const isLocked = useIdleLock(isOn);
  return isLocked ? <Locked name={name} /> : children;
}
