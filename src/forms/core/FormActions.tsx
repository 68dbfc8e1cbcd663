import type { ComponentProps } from 'react';

/**
 * A form's row of buttons, the primary one last. `browser/hide-chat.ts` finds the row by its attribute, and hides the
 * floating chat while the chat would cover the row.
 */
export function FormActions(props: ComponentProps<'div'>) {
  return <div data-form-actions className="flex flex-wrap gap-3 pt-2 [&>:last-child]:grow" {...props} />;
}
