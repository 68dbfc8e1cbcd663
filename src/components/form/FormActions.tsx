import type { ComponentProps } from 'react';

/** The row of a form's buttons; the last one is the way forward. The chat's button keeps clear of the row. */
export function FormActions(props: ComponentProps<'div'>) {
  return <div data-form-actions className="flex gap-3 pt-2 *:last:grow" {...props} />;
}
