import { lazy, Suspense, type ReactNode } from 'react';

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

const ClaimText = lazy(async () => ({ default: (await import('./editor/ClaimText.tsx')).ClaimText }));

/** A text of one paragraph, in which figures with a source are chips. Its scripts are loaded only for who opens one. */
export function ClaimTextField(props: ClaimTextFieldProps) {
  return (
    <Suspense fallback={<p role="status">{`${props.label}: one moment`}</p>}>
      <ClaimText {...props} />
    </Suspense>
  );
}
