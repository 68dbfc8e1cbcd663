import { CopyButton } from '../../components/ui/CopyButton.tsx';

type Props = { link: string | undefined; className: string };

/**
 * The link to the seller's own page. The element is always in the page: the server fills in the link when it responds to
 * a form that was sent without JavaScript.
 */
export function EnquiryLink({ link, className }: Props) {
  return (
    <div data-enquiry-link="" hidden={link === undefined} suppressHydrationWarning className={className}>
      <p>
        <a
          href={link ?? '/your-enquiry'}
          suppressHydrationWarning
          className="font-semibold text-action underline"
        >
          Open your own page
        </a>{' '}
        to see where things stand and to answer us. Keep the link to yourself: it is your way back.
      </p>
      {link && (
        <p className="mt-3 flex flex-wrap gap-3">
          <CopyButton text={link} label="Copy the link" />
        </p>
      )}
      {link && <p className="hidden text-small break-all print:block">{link}</p>}
    </div>
  );
}
