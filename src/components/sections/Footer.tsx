import { contactOf } from '../../lib/contact.ts';
import { telHref } from '../../lib/phone.ts';
import type { NavigationLink, SiteDetails } from '../../site.ts';
import { Container } from '../ui/Container.tsx';

const LINK = 'inline-flex min-h-9 items-center underline-offset-4 hover:underline';

type Props = {
  site: SiteDetails;
  groups: readonly { title: string; links: readonly NavigationLink[] }[];
};

export function Footer({ site, groups }: Props) {
  return (
    <footer className="bg-slate text-on-slate">
      <Container className="grid gap-10 py-14 md:grid-cols-[1fr_1.7fr] lg:grid-cols-[1.4fr_2fr] lg:gap-20">
        <div>
          <p className="font-display text-h3 font-bold">{site.brand}</p>
          <p className="mt-3 max-w-xs text-on-slate-soft">
            We buy houses in Scotland for cash. We pay less than market value, and we say so first.
          </p>
          <address className="mt-6 not-italic">
            <a href={telHref(site.phone)} className="font-display text-h3 font-semibold hover:underline">
              {site.phone}
            </a>
            <p className="mt-1 text-small text-on-slate-soft">{site.hours}</p>
            <p className="mt-4">
              <a href={`mailto:${site.email}`} className={`${LINK} break-all`}>
                {site.email}
              </a>
              <br />
              <a href={contactOf(site).whatsAppUrl} className={LINK}>
                Message us on WhatsApp
              </a>
            </p>
            <p className="mt-3 text-on-slate-soft">{site.address}</p>
          </address>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:gap-8">
          {groups.map(({ title, links }) => (
            <div key={title}>
              <h2 className="font-sans text-small font-bold text-on-slate-soft">{title}</h2>
              <ul className="mt-2">
                {links.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href} className={LINK}>
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </Container>
      <Container className="flex flex-wrap justify-between gap-x-8 gap-y-1 border-t border-on-slate-line pt-5 pb-28 text-small text-on-slate-soft">
        <p>{`${site.legalName}. ${site.registration}.`}</p>
        {site.agencyCredit !== 'off' && <p>{site.agencyCredit}</p>}
      </Container>
    </footer>
  );
}
