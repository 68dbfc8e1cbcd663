import { lazy, Suspense } from 'react';
import type { ClaimTextFieldProps } from './props.ts';

const ClaimText = lazy(async () => ({ default: (await import('./editor/ClaimText.tsx')).ClaimText }));

/** A text of one paragraph, in which figures with a source are chips. Its scripts are loaded only for who opens one. */
export function ClaimTextField(props: ClaimTextFieldProps) {
  return (
    <Suspense fallback={<p role="status">{`${props.label}: one moment`}</p>}>
      <ClaimText {...props} />
    </Suspense>
  );
}
