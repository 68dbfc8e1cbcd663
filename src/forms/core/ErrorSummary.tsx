import type { FieldError } from '#lead/lead.ts';
import { ERROR_SUMMARY, type Notice } from '#lead/form-notices.ts';

type Props<Field extends string> = {
  summary: Notice | undefined;
  fieldErrors: readonly FieldError<Field>[];
  hydrated: boolean;
  fieldId: (field: Field) => string;
  onChoose: (field: Field) => void;
};

/**
 * A list of all errors, each a link to its field, as in the GOV.UK design system. The element is always in the
 * page: the server fills it in when it responds to a form that was sent without JavaScript.
 */
export function ErrorSummary<Field extends string>(props: Props<Field>) {
  const { summary, hydrated } = props;
  return (
    <div
      data-error-summary
      hidden={!summary}
      suppressHydrationWarning
      className="mb-6 rounded-control border-2 border-danger bg-danger-wash p-4"
    >
      <h3 data-error-summary-title suppressHydrationWarning className="text-h4">
        {summary?.title ?? ERROR_SUMMARY.title}
      </h3>
      <p data-error-summary-text suppressHydrationWarning>
        {summary?.description ?? ''}
      </p>
      {hydrated ? <ErrorList {...props} /> : <ServerErrorList />}
    </div>
  );
}

/**
 * The list before hydration: empty, or with the links that the server added. React does not compare raw HTML, so it
 * keeps those links.
 */
function ServerErrorList() {
  return <ul suppressHydrationWarning className={LIST} dangerouslySetInnerHTML={{ __html: '' }} />;
}

const LIST = 'mt-1 error-list';

function ErrorList<Field extends string>({ fieldErrors, fieldId, onChoose }: Props<Field>) {
  return (
    <ul className={LIST}>
      {fieldErrors.map(({ field, message }) => (
        <li key={field}>
          <a
            href={`#${fieldId(field)}`}
            onClick={(event) => {
              event.preventDefault();
              onChoose(field);
            }}
          >
            {message}
          </a>
        </li>
      ))}
    </ul>
  );
}
