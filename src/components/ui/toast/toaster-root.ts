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

/** The distance of a toast to its subjects and to the edges of the screen. */
const GAP_PX = 8;

/**
 * Replaces any earlier toasts with this one, because they would reappear when it closes. The toast is shown below the
 * header. If it would cover one of its subjects there, it is shown above or below a subject, at the place where it
 * covers the smallest part of them.
 *
 * @param subjects the elements that the toast should not cover
 */
export function replaceToast(toast: Parameters<typeof manager.add>[0], subjects: readonly Element[]): void {
  flushSync(() => {
    manager.close();
    manager.add(toast);
  });
  const region = document.querySelector<HTMLElement>('[data-toasts]');
  if (!region) return;
  region.style.top = '';
  const { x, y, width, height } = region.getBoundingClientRect();
  const boxes = subjects.map((subject) => subject.getBoundingClientRect());
  const coveredAt = (top: number) => {
    const box = new DOMRect(x, top, width, height);
    return boxes.reduce((sum, subject) => sum + sharedArea(box, subject), 0);
  };
  const [best] = [y, ...boxes.flatMap(({ top, bottom }) => [bottom + GAP_PX, top - GAP_PX - height])]
    .filter((top) => top === y || (top >= GAP_PX && top + height <= window.innerHeight - GAP_PX))
    .sort((one, other) => coveredAt(one) - coveredAt(other));
  region.style.top = `${best}px`;
}

function sharedArea(a: DOMRect, b: DOMRect): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

export function closeToasts(): void {
  manager.close();
}
