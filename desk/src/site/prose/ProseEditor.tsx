import { lazy, Suspense } from 'react';
import type { ClaimChoice } from './ClaimTextField.tsx';

export type ProseEditorProps = {
  label: string;
  /** The text as `src/components/prose/read-prose.ts` reads it. */
  value: string;
  claims: readonly ClaimChoice[];
  onChange: (value: string) => void;
  /** What is wrong with the text, in sentences. */
  errors?: readonly string[] | undefined;
};

const RichText = lazy(async () => ({ default: (await import('./editor/RichText.tsx')).RichText }));

/** The text of an article or of a legal page, as formatted text. Its scripts are loaded only for who opens a text. */
export function ProseEditor(props: ProseEditorProps) {
  return (
    <Suspense fallback={<p role="status">{`${props.label}: one moment`}</p>}>
      <RichText {...props} />
    </Suspense>
  );
}
