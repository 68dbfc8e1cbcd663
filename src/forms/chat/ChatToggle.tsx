import { Icon } from '../../components/ui/Icon.tsx';

/** The `<summary>` that opens and closes the chat panel: a bar on phones and tablets, a button on a wide screen. */
export function ChatToggle() {
  return (
    <summary className="chat-toggle shadow-float">
      <Icon name="message" className="size-6 group-open:hidden" />
      <Icon name="close" className="hidden size-6 group-open:block" />
      <span className="group-open:hidden">Message us</span>
      <span className="hidden group-open:inline">Close</span>
    </summary>
  );
}
