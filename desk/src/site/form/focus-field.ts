import { keyOf, type Path } from './json.ts';

/** A field may take some frames to appear: what it is in unfolds first. */
const TRIES = 60;
const FOCUSABLE = 'input, textarea, select, [contenteditable=true], summary, button';

/**
 * Puts the focus into a field, once React has rendered what was changed; if there is none of this path, into the nearest
 * thing that it would be in.
 */
export function focusField(form: HTMLElement | null, path: Path, tries = TRIES): void {
  requestAnimationFrame(() => {
    const place = form?.querySelector(`[data-field="${CSS.escape(keyOf(path))}"]`);
    const field = place?.querySelector<HTMLElement>(FOCUSABLE);
    const isLoading = place?.querySelector('[role=status]') && form?.isConnected;
    if (field) {
      field.focus();
      field.scrollIntoView({ block: 'center' });
    } else if (isLoading) focusField(form, path, tries);
    else if (tries > 0) focusField(form, path, tries - 1);
    else if (path.length > 0) focusField(form, path.slice(0, -1), 0);
  });
}
