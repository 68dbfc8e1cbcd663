import { Icon } from '../ui/Icon.tsx';

/** Opens and closes the panel: the browser's own `<summary>`. Round until a page has room beside its text. */
export function ChatToggle() {
  return (
    <summary className="chat-toggle ml-auto flex h-14 w-14 cursor-pointer list-none items-center justify-center gap-2.5 rounded-round border-2 border-card bg-action font-semibold text-on-action shadow-float hover:bg-action-strong lg:h-12 lg:w-fit lg:px-5 [&::-webkit-details-marker]:hidden">
      <Icon name="message" className="size-6 group-open:hidden" />
      <Icon name="close" className="hidden size-6 group-open:block" />
      <span className="group-open:hidden max-lg:sr-only">Message us</span>
      <span className="hidden group-open:inline max-lg:group-open:sr-only">Close</span>
    </summary>
  );
}
