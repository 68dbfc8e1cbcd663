import { differencesOf } from './compare.ts';
import type { Json } from './form/json.ts';
import type { JsonSchema } from './form/schema.ts';
import type { ClaimChoice } from './prose/props.ts';

type Props = {
  schema: JsonSchema;
  claims: readonly ClaimChoice[];
  before: Json | undefined;
  after: Json | undefined;
  /** The headings of the two sides. */
  sides?: readonly [before: string, after: string];
};

/** What differs between two versions of a document, old and new beside each other. */
export function Differences({
  schema,
  claims,
  before,
  after,
  sides = ['Now on the site', 'After you publish'],
}: Props) {
  const differences = differencesOf(schema, { before, after }, claims);
  if (differences.length === 0) return <p>Nothing differs.</p>;
  return (
    <ul className="grid gap-4">
      {differences.map(({ trail, before: old, after: next }, index) => (
        <li key={index}>
          {trail.length > 0 && <p className="font-semibold">{trail.join(' › ')}</p>}
          <div className="mt-1 grid gap-2 sm:grid-cols-2">
            <Side className="difference-old" title={sides[0]} words={old} />
            <Side className="difference-new" title={sides[1]} words={next} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Side({ className, title, words }: { className: string; title: string; words: string | undefined }) {
  return (
    <div className={`difference ${className}`}>
      <p className="hint">{title}</p>
      <p className="wrap-anywhere whitespace-pre-wrap">{words ?? 'Nothing'}</p>
    </div>
  );
}
