import type { ValuationLead } from '#lead/lead.ts';

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export function SentAnswers({ lead }: { lead: ValuationLead }) {
  const { address, postcode, property_type, bedrooms, property_condition, name, email, phone } = lead;
  const rows = [
    // A no-break space keeps the halves of the postcode together.
    ['Property', `${address}, ${postcode.replace(' ', '\u00a0')}`],
    [
      'Type',
      `${capitalised(property_type)}, ${bedrooms} ${bedrooms === '1' ? 'bedroom' : 'bedrooms'}, ${property_condition} condition`,
    ],
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
  ] as const;
  return (
    <>
      <h4 className="mt-5 border-t border-line pt-4 text-h4">What you sent</h4>
      <dl data-sent-answers className="stack-3 mt-3">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt className="text-small text-ink-soft">{label}</dt>
            <dd className="font-semibold wrap-break-word">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
