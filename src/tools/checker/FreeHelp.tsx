import { telHref } from '../../lib/phone.ts';

const SERVICES = [
  { name: 'Citizens Advice Scotland', phone: 'citizens-advice-phone', about: 'money and court papers' },
  { name: 'National Debtline', phone: 'national-debtline-phone', about: 'debt' },
  { name: 'Shelter Scotland', phone: 'shelter-scotland-phone', about: 'keeping your home' },
];

/**
 * The phone numbers of free, independent advice services.
 *
 * @param props.numberOf returns the phone number of a claim (a figure with a source)
 */
export function FreeHelp({ numberOf }: { numberOf: (claim: string) => string }) {
  return (
    <ul className="checker-help">
      {SERVICES.map(({ name, phone, about }) => (
        <li key={phone}>
          <span>{`${name}, on ${about}:`}</span>{' '}
          <a
            href={telHref(numberOf(phone))}
            data-claim={phone}
            className="inline-block py-1 font-semibold print:py-0"
          >
            {numberOf(phone)}
          </a>
        </li>
      ))}
    </ul>
  );
}
