import type { ComponentProps } from 'react';
import { createRoot } from 'react-dom/client';
import { YourEnquiry } from './YourEnquiry.island.tsx';

/**
 * Shows the page. What the server rendered is replaced and not hydrated, because it is only a line that says that the
 * enquiry is being looked up.
 *
 * @param onFailed called if the page throws an error: its content is then gone
 */
export function mount(host: HTMLElement, props: ComponentProps<typeof YourEnquiry>, onFailed: () => void) {
  createRoot(host, {
    onUncaughtError(error) {
      console.error('The page failed', error);
      onFailed();
    },
  }).render(<YourEnquiry {...props} />);
}
