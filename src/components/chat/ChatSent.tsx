import { Icon } from '../ui/Icon.tsx';

/**
 * Stays beside the closed panel after a message has been sent. The island shows it, and so does the
 * address `#chat-sent`, to which the server sends a visitor without scripts.
 */
export function ChatSent({ shown }: { shown: boolean }) {
  return (
    <p
      id="chat-sent"
      data-shown={shown ? '' : undefined}
      className="mb-3 flex shown-when-called max-w-xs items-start gap-2.5 rounded-card border-l-8 border-action bg-card p-4 shadow-float"
    >
      <Icon name="tick" className="mt-0.5 text-action" />
      <span>We have your message. A person answers it, usually within minutes in opening hours.</span>
    </p>
  );
}
