import { telHref, whatsAppHref } from '../lib/phone.ts';
import type { SiteDetails } from '../site.ts';

export type Firm = Pick<
  SiteDetails,
  'brand' | 'legalName' | 'registration' | 'phone' | 'email' | 'messagingNumber' | 'hours'
> & {
  /** By when we answer a complaint, and to whom to turn afterwards. */
  complaints: readonly [answer: string, afterwards: string];
};

const LINK = 'inline-block py-2 font-semibold text-action underline';

/** The ways to reach the firm without this page. */
export function ReachUs({ firm }: { firm: Firm }) {
  return (
    <ul>
      <li>
        <a href={telHref(firm.phone)} className={LINK}>
          {firm.phone}
        </a>
        <span className="block text-small text-ink-soft">{firm.hours}</span>
      </li>
      <li>
        <a href={`mailto:${firm.email}`} className={`${LINK} break-all`}>
          {firm.email}
        </a>
      </li>
      <li>
        <a href={whatsAppHref(firm.messagingNumber)} className={LINK}>
          Message us on WhatsApp
        </a>
      </li>
    </ul>
  );
}
