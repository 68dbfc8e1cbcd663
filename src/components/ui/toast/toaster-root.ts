import { Toast } from '@base-ui/react/toast';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Toaster } from './Toaster.tsx';

/** All islands speak through this one manager, so that their toasts share one place and one limit. */
const manager = Toast.createToastManager();

const host = document.body.appendChild(document.createElement('div'));
// At once: the manager forgets a toast that comes before there is a place for it.
flushSync(() => {
  createRoot(host).render(createElement(Toaster, { manager }));
});

/** Shows a word about the last attempt only: an older one would come back when this one goes. */
export function replaceToast(toast: Parameters<typeof manager.add>[0]): void {
  manager.close();
  manager.add(toast);
}

/** Takes away what was said about an earlier attempt. */
export function closeToasts(): void {
  manager.close();
}
