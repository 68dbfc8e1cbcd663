import { isoDate, longDate } from '../../lib/dates.ts';

type Props = { since: Date; changes: readonly { date: Date; text: string }[] };

export function ChangesSince({ since, changes }: Props) {
  return (
    <section aria-labelledby="changes-since" className="max-w-3xl border-t-2 border-ink pt-8">
      <h2 id="changes-since" className="text-h3">
        Changes since {longDate(since)}
      </h2>
      <ol className="stack-5 mt-5">
        {changes.map(({ date, text }) => (
          <li key={text} className="grid gap-x-6 md:grid-cols-[10rem_1fr]">
            <time dateTime={isoDate(date)} className="font-semibold">
              {longDate(date)}
            </time>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
