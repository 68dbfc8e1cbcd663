import type { ReactNode } from 'react';
import { problemsIn, useForm } from './form-state.ts';
import { keyOf, type Path } from './json.ts';

type Props = {
  path: Path;
  title: string;
  /** What is in it, on one line. */
  summary?: string | undefined;
  children: ReactNode;
};

/** A part of a form that is folded at first. Its fields are rendered only while it is open, because there can be hundreds. */
export function Fold({ path, title, summary, children }: Props) {
  const { isOpen, setOpen, problems } = useForm();
  const isUnfolded = isOpen(path);
  const count = problemsIn(problems, path).length;
  return (
    <details
      className="fold"
      open={isUnfolded}
      onToggle={({ currentTarget, target }) => {
        if (target === currentTarget) setOpen(path, currentTarget.open);
      }}
    >
      <summary data-summary={keyOf(path)}>
        <span className="font-semibold wrap-anywhere">{title}</span>
        {summary && <span className="hint col-start-1 truncate">{summary}</span>}
        {count > 0 && (
          <span className="col-start-1 text-small font-semibold text-danger">
            {count === 1 ? '1 thing to put right' : `${count} things to put right`}
          </span>
        )}
      </summary>
      {isUnfolded && <div className="border-t border-line p-4">{children}</div>}
    </details>
  );
}
