import type { ReactNode } from 'react';
import { Locked } from './lazy-pages.ts';
import { useIdleLock } from '../sign-in/idle-lock.ts';

type Props = { isOn: boolean; name: string; children: ReactNode };

/** After 15 minutes without activity, shows a lock screen in place of the content, until the user signs in again. */
export function IdleLock({ isOn, name, children }: Props) {
  const isLocked = useIdleLock(isOn);
  return isLocked ? <Locked name={name} /> : children;
}
