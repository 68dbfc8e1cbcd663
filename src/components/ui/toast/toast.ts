import { nextPaint } from '#src/lib/next-paint.ts';

const loadToaster = () => import('./toaster-root.ts');

/**
 * Adds the empty toast region to the page. Call it before the first toast: a screen reader announces only changes
 * in a region that already exists.
 */
export function prepareToasts(): void {
  // A failure is ignored here: `show` imports the module again and handles the error.
  loadToaster().catch(() => undefined);
}

type ToastText = { title: string; description: string };

/**
 * Shows a success. Screen readers announce it when they are idle.
 *
 * @param subjects the elements that the toast should not cover; it is placed where it covers them least
 */
export function showToast(text: ToastText, subjects: readonly Element[]): void {
  void show({ ...text, type: 'success', timeout: 9000 }, subjects);
}

/**
 * Shows an error. Screen readers announce it at once, and it stays longer. The toast does not use `priority: 'high'`:
 * Base UI then hides the visible toast with its focusable button from screen readers and announces a copy, which
 * violates WCAG 4.1.2 (axe: aria-hidden-focus). `Toaster` gives the toast the role `alert` instead.
 */
export function showDestructiveToast(text: ToastText, subjects: readonly Element[]): void {
  void show({ ...text, type: 'destructive', timeout: 15_000 }, subjects);
}

export function clearToasts(): void {
  // If the toaster did not load, there are no toasts.
  loadToaster().then(
    ({ closeToasts }) => closeToasts(),
    () => undefined,
  );
}

async function show(
  toast: ToastText & { type: string; timeout: number },
  subjects: readonly Element[],
): Promise<void> {
  try {
    // The form's inline errors and the focus are painted first.
    const [toaster] = await Promise.all([loadToaster(), nextPaint()]);
    toaster.replaceToast(toast, subjects);
  } catch (cause) {
    // Not fatal: the form's error summary and its confirmation say the same.
    console.error('Toasts could not be loaded', cause);
  }
}
