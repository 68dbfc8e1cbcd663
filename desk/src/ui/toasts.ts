import { Toast } from '@base-ui/react/toast';

/** Short messages after something was done: `toasts.add({ title: 'Recorded' })`. */
export const toasts = Toast.createToastManager();
