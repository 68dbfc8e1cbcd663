import { EditorContent, type Editor } from '@tiptap/react';
import { type ReactNode } from 'react';

type Props = {
  editor: Editor;
  ids: ReturnType<typeof idsOf>;
  label: string;
  hint?: ReactNode;
  errors: readonly string[];
  tools?: ReactNode;
  className?: string;
};

export const idsOf = (id: string) => ({ label: `${id}-label`, hint: `${id}-hint`, errors: `${id}-errors` });

/** The attributes by which a screen reader announces the text as a field. */
export const fieldAttributes = (
  ids: ReturnType<typeof idsOf>,
  { hasHint, isInvalid }: { hasHint: boolean; isInvalid: boolean },
): Record<string, string> => ({
  role: 'textbox',
  'aria-labelledby': ids.label,
  'aria-describedby': [hasHint && ids.hint, isInvalid && ids.errors].filter(Boolean).join(' '),
  'aria-invalid': String(isInvalid),
});

/** A label, the tools, the text and what is wrong with it. */
export function EditorFrame({ editor, ids, label, hint, errors, tools, className = '' }: Props) {
  return (
    <div className="min-w-0">
      <span id={ids.label} className="label" onClick={() => editor.commands.focus()}>
        {label}
      </span>
      {hint !== undefined && (
        <p id={ids.hint} className="hint">
          {hint}
        </p>
      )}
      <div className={`site-editor ${className}`} data-invalid={errors.length > 0 || undefined}>
        {tools}
        <EditorContent editor={editor} />
      </div>
      {errors.length > 0 && (
        <ul id={ids.errors} className="field-error">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
