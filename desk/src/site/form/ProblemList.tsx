import type { FieldProblem } from './form-state.ts';
import type { Path } from './json.ts';

/** @property trail where the problem was when it was listed: rows may have been moved or removed since */
export type ListedProblem = FieldProblem & { trail: string };

type Props = {
  listed: readonly ListedProblem[];
  problems: readonly FieldProblem[];
  show: (path: Path) => void;
};

const isSame = (one: FieldProblem, other: FieldProblem) =>
  one.message === other.message && String(one.field) === String(other.field);

/** What must be put right before the document can be published: a link to each field. */
export function ProblemList({ listed, problems, show }: Props) {
  return (
    <section className="notice notice-danger grid gap-2" aria-labelledby="site-problems">
      <h2 id="site-problems" tabIndex={-1} className="text-h4">
        To put right before you publish
      </h2>
      <ul className="grid gap-1">
        {listed.map((problem) => {
          const isSettled = !problems.some((other) => isSame(problem, other));
          return (
            <li key={`${String(problem.field)} ${problem.message}`}>
              <button type="button" className="problem-link" onClick={() => show(problem.field)}>
                {isSettled && <strong>Done. </strong>}
                {problem.trail !== '' && <span className="font-semibold">{`${problem.trail}: `}</span>}
                <span>{problem.message}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
