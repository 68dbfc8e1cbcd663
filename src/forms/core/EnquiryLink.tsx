import { ForgetButton } from '../../components/ui/ForgetButton.tsx';
import { CopyButton } from '../../components/ui/CopyButton.tsx';
import { HAS_SELLERS_PAGE } from '../../lib/has-sellers-page.ts';

type Props = { link: string | undefined; className: string };

/**
 * The link to the seller's own page. The element is in every page of a site that has the seller's page: the server fills
 * in the link when it responds to a form that was sent without JavaScript.
 */
export function EnquiryLink({ link, className }: Props) {
  if (!HAS_SELLERS_PAGE) return null;
  return (
    <div data-enquiry-link="" hidden={link === undefined} suppressHydrationWarning className={className}>
      <a
        href={link ?? '/your-enquiry'}
        suppressHydrationWarning
        className="font-semibold text-action underline"
      >
        Your own page
      </a>
      {' shows where things stand. Keep this link to come back.'}
      {link && (
        <p className="mt-2">Add three pictures of the property there, and we can give you a firmer figure.</p>
      )}
      {link && (
        <p className="mt-3 flex flex-wrap gap-3">
          <CopyButton text={link} label="Copy the link" />
          <ForgetButton
            onForgotten={() => {
              window.location.replace(window.location.pathname);
            }}
          />
        </p>
      )}
      {link && <p className="hidden text-small break-all print:block">{link}</p>}
    </div>
  );
}
