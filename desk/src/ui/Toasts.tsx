import { Toast } from '@base-ui/react/toast';
import { toasts } from './toasts.ts';

function List() {
  const { toasts: shown } = Toast.useToastManager();
  return shown.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className="toast" data-message="">
      <Toast.Title className="font-sans font-semibold" />
      <Toast.Description />
    </Toast.Root>
  ));
}

/** Shows the toasts, one at a time. Screen readers announce them. */
export function Toasts() {
  return (
    <Toast.Provider toastManager={toasts} limit={1} timeout={4000}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
