import { ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

type Props = { lead: string; text: string; href: string };

/** The box at the end of an article that links to the form on the home page. */
export function CallToAction({ lead, text, href }: Props) {
  return (
    <aside
      aria-label="Ask us for an offer"
      className="flex max-w-2xl flex-col gap-5 border-l-4 border-accent bg-card p-6 shadow-low sm:p-8 print:hidden"
    >
      <p className="max-w-prose text-lead">{lead}</p>
      <ButtonLink href={href} className="self-start">
        {text}
        <Icon name="arrow" />
      </ButtonLink>
    </aside>
  );
}
