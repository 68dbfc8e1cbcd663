import { Toast } from '@base-ui/react/toast';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Toaster } from './Toaster.tsx';

/** The one toast manager of the page, which all islands share. */
const manager = Toast.createToastManager();

const host = document.body.appendChild(document.createElement('div'));
// Rendered synchronously, because the manager drops toasts that are added before its provider has mounted.
flushSync(() => createRoot(host).render(createElement(Toaster, { manager })));

/**
 * Replaces any earlier toasts with this one, because they would reappear when it closes. The toast is shown below the
 * header, or at the bottom of the screen if it covers less of its subjects there.
 *
 * @param subjects the elements that the toast is about
 */
export function replaceToast(toast: Parameters<typeof manager.add>[0], subjects: readonly Element[]): void {
  flushSync(() => {
    manager.close();
    manager.add(toast);
  });
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  const coveredAt = (position: string) => {
    region.dataset.toasts = position;
    const box = region.getBoundingClientRect();
    return subjects.reduce((sum, subject) => sum + sharedArea(box, subject.getBoundingClientRect()), 0);
  };
  const atTop = coveredAt('top');
  if (atTop > 0 && coveredAt('bottom') >= atTop) region.dataset.toasts = 'top';
}

function sharedArea(a: DOMRect, b: DOMRect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

export function closeToasts(): void {
  manager.close();
}
