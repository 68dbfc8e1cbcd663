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
        Your way back: on your own page you see where things stand and can answer us. Keep the link to
        yourself.
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <a
          href={link ?? '/your-enquiry'}
          suppressHydrationWarning
          className="py-2 font-semibold text-action underline"
        >
          Open your page
        </a>
        {link && <CopyButton text={link} label="Copy the link" />}
      </p>
      {link && <p className="hidden text-small break-all print:block">{link}</p>}
    </div>
  );
}
