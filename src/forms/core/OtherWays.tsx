import type { Contact } from '../../lib/contact.ts';
import { telHref } from '../../lib/phone.ts';
import { isOpenNow } from '../../lib/reply-sentence.ts';

/**
 * Links to the other ways to reach the firm. While the firm is closed, nobody answers the telephone, so its link is the
 * last.
 */
export function OtherWays({ phone, email, whatsAppUrl }: Contact) {
  const call = { href: telHref(phone), text: phone };
  const write = [
    { href: `mailto:${email}`, text: email },
    { href: whatsAppUrl, text: 'Message us on WhatsApp' },
  ];
  return (
    <ul className="mt-1 flex flex-wrap gap-x-4 text-small">
      {(isOpenNow() ? [call, ...write] : [...write, call]).map(({ href, text }) => (
        <li key={href}>
          <a
            href={href}
            className="inline-flex min-h-9 items-center font-semibold break-all text-action underline"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
