import { telHref } from '../../lib/phone.ts';
import { VALUATION_LINK, type NavigationLink, type SiteDetails } from '../../site.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Icon } from '../ui/Icon.tsx';

export const SIDE_MENU_ID = 'side-menu';

type Props = { site: SiteDetails; links: readonly NavigationLink[] };

/**
 * The menu on small screens: a `<dialog>`. The header's button opens it with the `command` attribute, and the button
 * inside closes it. `browser/side-menu.ts` also closes it after a click on a link or outside the menu.
 */
export function SideMenu({ site, links }: Props) {
  return (
    <dialog id={SIDE_MENU_ID} aria-label="Menu" className="side-menu shadow-float">
      <form method="dialog" className="flex justify-end">
        <button
          type="submit"
          className="grid size-11 cursor-pointer place-items-center rounded-control hover:bg-wash"
        >
          <Icon name="close" className="size-6" />
          <span className="sr-only">Close menu</span>
        </button>
      </form>
      <nav aria-label="Menu">
        <ul className="mt-2 border-b border-line">
          {links.map(({ label, href }) => (
            <li key={href} className="border-t border-line">
              <a href={href} className="flex min-h-13 items-center font-display text-h4 font-semibold">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <ButtonLink href={VALUATION_LINK.href} className="mt-6 w-full">
        {VALUATION_LINK.label}
      </ButtonLink>
      <ButtonLink href={telHref(site.phone)} variant="secondary" className="mt-3 w-full">
        <Icon name="phone" />
        {site.phone}
      </ButtonLink>
      <p className="mt-4 text-center text-small text-ink-soft">{site.hours}</p>
    </dialog>
  );
}
