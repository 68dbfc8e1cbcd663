import type { ReactNode } from 'react';
import { Locked } from '../app/pages.ts';
import { useIdleLock } from './idle-lock.ts';

type Props = { isOn: boolean; name: string; children: ReactNode };

/** Removes the content from the page after 15 minutes without activity, until the user signs in again. */
export function IdleLock({ isOn, name, children }: Props) {
  const isLocked = useIdleLock(isOn);
  return isLocked ? <Locked name={name} /> : children;
}
