import { useEffect, useRef, useState } from 'react';
import { isoDate } from '../../lib/dates.ts';
import { CheckerList } from './CheckerList.tsx';
import { CheckerQuestion } from './CheckerQuestion.tsx';
import { CheckerResult } from './CheckerResult.tsx';
import { decide, dependsOn, lastQuestionOf, thingsToGather, type Result } from './decide.ts';
import { questionsFor, readAnswers, type Answers, type Variant } from './questions.ts';

type Props = {
  variant: Variant;
  /** The date for which the rules are applied: `2026-11-21`. */
  today?: string;
};

const announcementOf = (results: readonly Result[]) =>
  results
    .map(({ need, answer, needsHelp }) => (needsHelp ? `${answer}.` : `Do I need ${need}? ${answer}.`))
    .join(' ');

/**
 * Shows what a sale needs, question by question. It is an island (a component that is hydrated), because the results
 * depend on the visitor's answers. Without JavaScript, the table below the checker has the usual results. Nothing is
 * sent or stored: `method="dialog"` keeps the browser from sending the form.
 */
export function Checker({ variant, today = isoDate(new Date()) }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const [announcement, setAnnouncement] = useState('');

  /**
   * @param changed the question that was just answered: only the results that depend on it are announced to screen
   *   readers. If it is missing, all results are announced.
   */
  function read(data: FormData, changed?: string) {
    const next = readAnswers(data);
    const decided = decide(questionsFor(variant, next), next, today);
    setAnswers(next);
    setAnnouncement(announcementOf(decided.filter((result) => !changed || dependsOn(result, changed))));
  }

  // Reads choices that were made before hydration.
  useEffect(() => {
    if (form.current) read(new FormData(form.current));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- runs once, after hydration
  }, []);

  const asked = questionsFor(variant, answers);
  const open = asked.find((id) => answers[id] === undefined);
  const results = decide(asked, answers, today);

  return (
    <form
      ref={form}
      method="dialog"
      noValidate
      autoComplete="off"
      aria-label="What your sale needs"
      className="stack-8 noscript:hidden"
      data-checker={variant}
      onChange={({ currentTarget, target }) => {
        read(new FormData(currentTarget), (target as Element as HTMLInputElement).name);
      }}
    >
      {asked
        .filter((id) => id === open || answers[id] !== undefined)
        .map((id) => (
          <div key={id} className="stack-4">
            <CheckerQuestion id={id} />
            {results
              .filter(({ topic }) => lastQuestionOf(topic, asked) === id)
              // The key makes React replace the whole result when its text changes. React could not change single texts
              // in a page that the browser has translated.
              .map((result) => (
                <CheckerResult key={result.text} result={result} />
              ))}
          </div>
        ))}
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {open === undefined && (
        <CheckerList
          things={thingsToGather(results)}
          onStartAgain={() => {
            form.current?.reset();
            setAnswers({});
            setAnnouncement('');
            form.current?.querySelector('input')?.focus();
          }}
        />
      )}
    </form>
  );
}
