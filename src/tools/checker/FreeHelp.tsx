import { telHref } from '../../lib/phone.ts';
import { publishedClaim } from './figures.ts';

const SERVICES = [
  { name: 'Citizens Advice Scotland', phone: 'citizens-advice-phone', about: 'money and court papers' },
  { name: 'National Debtline', phone: 'national-debtline-phone', about: 'debt' },
  { name: 'Shelter Scotland', phone: 'shelter-scotland-phone', about: 'keeping your home' },
];

/** The phone numbers of free, independent advice services. */
export function FreeHelp() {
  return (
    <ul className="checker-help">
      {SERVICES.map(({ name, phone, about }) => (
        <li key={phone}>
          {name}, on {about}:{' '}
          <a
            href={telHref(publishedClaim(phone).text)}
            data-claim={phone}
            className="inline-block py-1 font-semibold"
          >
            {publishedClaim(phone).text}
          </a>
        </li>
      ))}
    </ul>
  );
}
