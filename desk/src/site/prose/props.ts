import type { ReactNode } from 'react';

/** A figure with a source, which a text may print. */
export type ClaimChoice = { id: string; text: string; source: string };

export type ClaimTextFieldProps = {
  label: string;
  /** Plain text with `{claim:id}` in it, as in `src/content/home.yaml`. */
  value: string;
  claims: readonly ClaimChoice[];
  onChange: (value: string) => void;
  description?: ReactNode;
  error?: string | undefined;
};

export type ProseEditorProps = {
  label: string;
  /** The text as `src/components/prose/read-prose.ts` reads it. */
  value: string;
  claims: readonly ClaimChoice[];
  onChange: (value: string) => void;
  /** What is wrong with the text, in sentences. */
  errors?: readonly string[] | undefined;
};
