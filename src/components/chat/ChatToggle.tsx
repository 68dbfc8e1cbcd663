import { Icon } from '../ui/Icon.tsx';

/** Opens and closes the panel: the browser's own `<summary>`. */
export function ChatToggle() {
  return (
    <summary className="chat-toggle ml-auto flex min-h-12 w-fit cursor-pointer list-none items-center gap-2.5 rounded-round border-2 border-card bg-action px-4 font-semibold text-on-action shadow-float hover:bg-action-strong sm:px-5 [&::-webkit-details-marker]:hidden">
      <Icon name="message" className="size-6 group-open:hidden" />
      <Icon name="close" className="hidden size-6 group-open:block" />
      <span className="group-open:hidden">Message us</span>
      <span className="hidden group-open:inline max-sm:group-open:sr-only">Close</span>
    </summary>
  );
}
