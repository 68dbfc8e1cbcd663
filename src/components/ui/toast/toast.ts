import { Toast } from '@base-ui/react/toast';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Toaster } from './Toaster.tsx';

/** All islands speak through this one manager, so that their toasts share one place and one limit. */
const manager = Toast.createToastManager();

let mounted = false;

/**
 * Puts the empty toast region on the page. Call it when an island mounts: a screen reader announces only
 * what appears in a region that it already knows.
 */
export function mountToaster(): void {
  if (mounted) return;
  mounted = true;
  const host = document.body.appendChild(document.createElement('div'));
  createRoot(host).render(createElement(Toaster, { manager }));
}

type ToastText = { title: string; description: string };

/** A word about the last attempt only: an older one would come back when this one goes. */
function replaceToast(toast: Parameters<typeof manager.add>[0]): void {
  manager.close();
  manager.add(toast);
}

/** Something went well. Announced when the screen reader is free. */
export function showToast({ title, description }: ToastText): void {
  replaceToast({ title, description, type: 'success', timeout: 9000 });
}

/**
 * Something went wrong. Announced at once, and it stays longer. Not by `priority: 'high'`: Base UI then
 * hides the visible toast, with its focusable button, from assistive technology and announces a copy, which
 * breaks WCAG 4.1.2 (axe: aria-hidden-focus). `Toaster` gives the toast itself the role of an alert.
 */
export function showDestructiveToast({ title, description }: ToastText): void {
  replaceToast({ title, description, type: 'destructive', timeout: 15_000 });
}
