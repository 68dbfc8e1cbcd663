import { Toast } from '@base-ui/react/toast';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { Toaster } from './Toaster.tsx';

/** The one toast manager of the page, which all islands share. */
const manager = Toast.createToastManager();

const host = document.body.appendChild(document.createElement('div'));
// Rendered synchronously, because the manager drops toasts that are added before its provider has mounted.
flushSync(() => {
  createRoot(host).render(createElement(Toaster, { manager }));
});

/** Shows a toast in place of earlier ones, which would otherwise reappear when this one closes. */
export function replaceToast(toast: Parameters<typeof manager.add>[0]): void {
  manager.close();
  manager.add(toast);
}

export function closeToasts(): void {
  manager.close();
}
