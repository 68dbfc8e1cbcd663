import { telHref } from '../../lib/phone.ts';
import { VALUATION_LINK, type NavigationLink, type SiteDetails } from '../../site.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Container } from '../ui/Container.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Logo } from '../ui/Logo.tsx';
import { SIDE_MENU_ID, SideMenu } from './SideMenu.tsx';

type Props = { site: SiteDetails; links: readonly NavigationLink[] };

/**
 * The header of every page. It wraps when the reader enlarges the text. Without JavaScript, a second row of links
 * replaces the menu's button. The negative scroll margin cancels the page's scroll padding, because
 * focusing a link in the sticky header would otherwise scroll the page.
 */
export function Header({ site, links }: Props) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper noscript:max-lg:static [&_:is(a,button)]:-scroll-mt-20">
      <Container className="flex min-h-(--header-height) flex-wrap items-center justify-between gap-x-2 gap-y-0 py-1 sm:gap-x-3 max-lg:[&>:first-child]:flex-1">
        <Logo brand={site.brand} />
        <nav
          aria-label="Main"
          className="hidden lg:block noscript:order-last noscript:block noscript:max-lg:w-full"
        >
          <ul className="flex flex-wrap items-center gap-x-1">
            {links.map(({ label, href }) => (
              <li key={href}>
                <a
                  href={href}
                  className="flex min-h-11 items-center rounded-control px-3 font-medium hover:bg-wash"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex flex-wrap items-center justify-end max-lg:-mr-2.5 sm:gap-3">
          <a
            href={telHref(site.phone)}
            aria-label={`Call ${site.phone}`}
            className="hidden min-h-11 min-w-11 items-center justify-center gap-2 rounded-control font-semibold whitespace-nowrap text-action hover:bg-wash min-[22rem]:flex sm:px-2"
          >
            <Icon name="phone" />
            <span className="hidden sm:inline lg:max-xl:hidden">{site.phone}</span>
          </a>
          <ButtonLink href={VALUATION_LINK.href} size="compact">
            {VALUATION_LINK.label}
          </ButtonLink>
          <button
            type="button"
            aria-haspopup="dialog"
            aria-controls={SIDE_MENU_ID}
            {...{ command: 'show-modal', commandfor: SIDE_MENU_ID }}
            className="grid size-11 cursor-pointer place-items-center rounded-control hover:bg-wash lg:hidden noscript:hidden"
          >
            <Icon name="menu" className="size-6" />
            <span className="sr-only">Open menu</span>
          </button>
        </div>
      </Container>
      <SideMenu site={site} links={links} />
    </header>
  );
}
