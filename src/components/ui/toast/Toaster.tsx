import { Toast } from '@base-ui/react/toast';
import type { ComponentProps } from 'react';
import { Icon } from '../Icon.tsx';

type Manager = NonNullable<ComponentProps<typeof Toast.Provider>['toastManager']>;

/**
 * Shows one toast at a time, at the place that `toaster-root.ts` chooses.
 * Hovering or focusing a toast pauses its timeout.
 */
export function Toaster({ manager }: { manager: Manager }) {
  return (
    <Toast.Provider toastManager={manager} limit={1}>
      <Toast.Portal>
        <Toast.Viewport data-toasts="" className="toasts">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      // Base UI gives a toast the role of a dialog; ours is only an announcement.
      role={toast.type === 'destructive' ? 'alert' : 'status'}
      aria-modal={undefined}
      swipeDirection={['up', 'right']}
      className="group toast shadow-float"
    >
      <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
        <Icon
          name={toast.type === 'destructive' ? 'warning' : 'tick'}
          className="mt-0.5 size-6 text-action group-data-[type=destructive]:text-danger"
        />
        <div className="grow py-0.5">
          <Toast.Title className="font-sans text-body font-bold" />
          <Toast.Description className="text-body text-ink-soft" />
        </div>
        <Toast.Close
          aria-label="Dismiss"
          aria-hidden={false}
          className="grid size-11 cursor-pointer place-items-center rounded-control hover:bg-wash"
        >
          <Icon name="close" />
        </Toast.Close>
      </Toast.Content>
    </Toast.Root>
  ));
}
