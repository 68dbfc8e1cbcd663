import { Icon } from '../ui/Icon.tsx';

/** Opens and closes the panel: the browser's own `<summary>`. Round until a page has room beside its text. */
export function ChatToggle() {
  return (
    <summary className="chat-toggle shadow-float">
      <Icon name="message" className="size-6 group-open:hidden" />
      <Icon name="close" className="hidden size-6 group-open:block" />
      <span className="group-open:hidden max-lg:sr-only">Message us</span>
      <span className="hidden group-open:inline max-lg:group-open:sr-only">Close</span>
    </summary>
  );
}
