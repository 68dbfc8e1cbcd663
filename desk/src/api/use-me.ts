import { createContext, use } from 'react';
import type { Me } from './types.ts';

export const MeContext = createContext<Me | undefined>(undefined);

/** The signed-in member of staff. Only for components inside <Gate>. */
export function useMe(): Me {
  const me = use(MeContext);
  if (me === undefined) throw new Error('useMe() works only inside <Gate>.');
  return me;
}
