import { createContext } from 'react';
import type { ElementName } from '#src/components/prose/elements.ts';
import type { ClaimChoice } from '../props.ts';

/** A dialog of the editor: to add something, or to change what is at a position of the text. */
export type OpenSheet =
  | { sheet: 'add' | 'link' | 'picture' }
  | { sheet: 'new'; name: ElementName }
  | { sheet: 'change'; at: number };

type Shared = { claims: readonly ClaimChoice[]; open: (sheet: OpenSheet) => void };

/** For the parts of a text that React draws. */
export const EditorContext = createContext<Shared>({ claims: [], open: () => undefined });
