import { createContext, use, useState, type ComponentType } from 'react';
import type { FieldProps } from './field-props.ts';
import { keyOf, type Path } from './json.ts';
import type { ClaimChoice } from '../prose/props.ts';

export type FieldProblem = { field: (string | number)[]; message: string };

/** What the fields of a form choose from. */
export type Choices = {
  claims: readonly ClaimChoice[];
  /** The pages of the site, by their address. */
  pages: readonly { address: string; title: string }[];
  /** What a record can have, by its key. */
  parts: Readonly<Record<string, string>>;
};

type FormState = Choices & {
  /** The field for any schema. Groups and lists get it from here, because its file imports theirs. */
  Field: ComponentType<FieldProps>;
  problems: readonly FieldProblem[];
  /** The words of the button that removes a row of the document's own list, and what they mean. */
  removing?: { button: string; hint: string } | undefined;
  isOpen: (path: Path) => boolean;
  setOpen: (path: Path, isOpen: boolean) => void;
  isUnlocked: (path: Path) => boolean;
  unlock: (path: Path) => void;
  /** Tells that the rows of a list have other places. @param to the new place of a row; undefined if it is gone */
  moveRows: (list: Path, to: (index: number) => number | undefined) => void;
};

const FormContext = createContext<FormState | undefined>(undefined);
export const FormStateProvider = FormContext;

export function useForm(): FormState {
  const state = use(FormContext);
  if (state === undefined) throw new Error('useForm() works only inside <SchemaForm>.');
  return state;
}

/** The keys of a path and of all that it is in. */
const openersOf = (path: Path) => path.map((_key, index) => keyOf(path.slice(0, index + 1)));

function moveKeys(
  keys: ReadonlySet<string>,
  list: Path,
  to: (index: number) => number | undefined,
): Set<string> {
  const start = list.length === 0 ? '' : `${keyOf(list)}/`;
  return new Set(
    [...keys].flatMap((key) => {
      const [row = '', ...rest] = key.startsWith(start) ? key.slice(start.length).split('/') : [];
      if (!/^\d+$/.test(row)) return key;
      const place = to(Number(row));
      return place === undefined ? [] : start + [place, ...rest].join('/');
    }),
  );
}

/** Which parts of a form are unfolded, and which fixed words were unlocked. */
export function useFolds(first: Path | undefined) {
  const [open, setOpenKeys] = useState<ReadonlySet<string>>(() => new Set(openersOf(first ?? [])));
  const [unlocked, setUnlocked] = useState<ReadonlySet<string>>(new Set());
  return {
    isOpen: (path: Path) => open.has(keyOf(path)),
    setOpen: (path: Path, isOpen: boolean) =>
      setOpenKeys((before) => {
        const next = new Set(before);
        if (isOpen) next.add(keyOf(path));
        else next.delete(keyOf(path));
        return next;
      }),
    /** Unfolds all that a field is in. */
    reveal: (path: Path) => setOpenKeys((before) => new Set([...before, ...openersOf(path)])),
    isUnlocked: (path: Path) => unlocked.has(keyOf(path)),
    unlock: (path: Path) => setUnlocked((before) => new Set([...before, keyOf(path)])),
    moveRows: (list: Path, to: (index: number) => number | undefined) => {
      setOpenKeys((before) => moveKeys(before, list, to));
      setUnlocked((before) => moveKeys(before, list, to));
    },
  };
}

const startsWith = (field: Path, path: Path) =>
  path.every((key, index) => String(field[index]) === String(key));

/** What is wrong with a field or anything in it. */
export const problemsIn = (problems: readonly FieldProblem[], path: Path): FieldProblem[] =>
  problems.filter(({ field }) => startsWith(field, path));

/** As one text for the field; undefined if nothing is wrong. */
export function useFieldError(path: Path): string | undefined {
  const messages = problemsIn(useForm().problems, path).map(({ message }) => message);
  return messages.length === 0 ? undefined : [...new Set(messages)].join(' ');
}
