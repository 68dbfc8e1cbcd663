import { nextPaint } from '../../../lib/next-paint.ts';

const loadToaster = () => import('./toaster-root.ts');

/**
 * Puts the empty toast region on the page. Call it before there is something to say: a screen reader announces
 * only what appears in a region that it already knows.
 */
export function prepareToasts(): void {
  // A failure here is met again when there is something to say.
  loadToaster().catch(() => undefined);
}

type ToastText = { title: string; description: string };

/** Something went well. Announced when the screen reader is free. */
export function showToast(text: ToastText): void {
  void show({ ...text, type: 'success', timeout: 9000 });
}

/**
 * Something went wrong. Announced at once, and it stays longer. Not by `priority: 'high'`: Base UI then
 * hides the visible toast, with its focusable button, from assistive technology and announces a copy, which
 * breaks WCAG 4.1.2 (axe: aria-hidden-focus). `Toaster` gives the toast itself the role of an alert.
 */
export function showDestructiveToast(text: ToastText): void {
  void show({ ...text, type: 'destructive', timeout: 15_000 });
}

/** What was said about the last attempt goes: another is under way. */
export function clearToasts(): void {
  // Without a toaster there is nothing to take away.
  loadToaster().then(
    ({ closeToasts }) => {
      closeToasts();
    },
    () => undefined,
  );
}

async function show(toast: ToastText & { type: string; timeout: number }): Promise<void> {
  try {
    // The form's own marks and the focus come first.
    const [toaster] = await Promise.all([loadToaster(), nextPaint()]);
    toaster.replaceToast(toast);
  } catch (cause) {
    // The form's own summary and confirmation say the same, and stay.
    console.error('Toasts could not be loaded', cause);
  }
}
