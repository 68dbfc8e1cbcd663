import { useQuery } from '@tanstack/react-query';
import { call } from '../api/calls.ts';
import { dayMonthYear } from '../lib/london.ts';
import { Problem } from '../ui/Problem.tsx';

/** For owners: which version runs, what is new in it, and whether there is a newer one. */
export function Version() {
  const { data, error } = useQuery({ queryKey: ['version'], queryFn: () => call('version', {}) });
  return (
    <section>
      <h2 className="text-h3">Version</h2>
      {data && (
        <>
          {data.newer.map(({ version, day, is_security_fix, notes }) => (
            <div key={version} className={`notice grid gap-2 ${is_security_fix ? 'notice-danger' : ''}`}>
              <p>
                <b>{`Version ${version} is ready.`}</b>{' '}
                <span>
                  {`Since ${dayMonthYear(new Date(day))}. ${is_security_fix ? 'It has a security fix: have it installed soon.' : 'Whoever runs the server installs it.'}`}
                </span>
              </p>
              {notes !== '' && <p className="wrap-anywhere whitespace-pre-line">{notes}</p>}
            </div>
          ))}
          <details>
            <summary className="min-h-11 cursor-pointer content-center">{`${data.version} runs now: what is new in it`}</summary>
            {data.changes.map(({ kind, items }) => (
              <div key={kind}>
                <h3 className="font-bold">{kind}</h3>
                <ul className="list-disc pl-5">
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            ))}
          </details>
        </>
      )}
      <Problem>{error?.message}</Problem>
    </section>
  );
}
