import { lazy, Suspense } from 'react';
import type { ProseEditorProps } from './props.ts';

const RichText = lazy(async () => ({ default: (await import('./editor/RichText.tsx')).RichText }));

/** The text of an article or of a legal page, as formatted text. Its scripts are loaded only for who opens a text. */
export function ProseEditor(props: ProseEditorProps) {
  return (
    <Suspense fallback={<p role="status">{`${props.label}: one moment`}</p>}>
      <RichText {...props} />
    </Suspense>
  );
}
