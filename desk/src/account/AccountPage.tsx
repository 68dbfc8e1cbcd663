import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMe } from '../app/Gate.tsx';
import { exactTime } from '../lib/london.ts';
import { explainAuthError } from '../sign-in/explain-auth-error.ts';
import { Problem } from '../sign-in/Problem.tsx';
import { leaveDesk } from '../sign-in/session.ts';
import { Keys } from './Keys.tsx';

/** Who somebody is here, what they sign in with, and the way out. */
export function AccountPage() {
  const me = useMe();
  return (
    <div className="page">
      <h1 className="text-h2">{me.name}</h1>
      <dl className="facts">
        {me.email !== undefined && <Fact name="E-mail">{me.email}</Fact>}
        <Fact name="Role">
          {me.role === 'owner' ? 'Owner: may also export, look people up and erase' : 'Staff'}
        </Fact>
        {!me.trial && <Fact name="Signed in until">{exactTime(me.signed_in_until)}</Fact>}
      </dl>
      <Keys isTrial={me.trial} />
      <section>
        <h2 className="text-h3">The team</h2>
        <ul className="rows">
          {me.staff.map(({ id, name }) => (
            <li key={id}>
              {name}
              {id === me.id && <span className="hint"> (you)</span>}
            </li>
          ))}
        </ul>
        {me.role === 'owner' && (
          <p className="hint">
            To invite somebody, or to end their access, run <code>npm run -s staff</code> where the server is.
          </p>
        )}
      </section>
      <Leaving />
    </div>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Leaving() {
  const queries = useQueryClient();
  const leaving = useMutation({
    mutationFn: (scope: 'local' | 'global') => leaveDesk(queries, scope),
  });
  return (
    <section>
      <h2 className="text-h3">Sign out</h2>
      <p>What you have typed and not saved is deleted.</p>
      <div className="flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-primary"
          aria-disabled={leaving.isPending}
          onClick={() => {
            leaving.mutate('local');
          }}
        >
          Sign out here
        </button>
        <button
          type="button"
          className="button button-secondary"
          aria-disabled={leaving.isPending}
          onClick={() => {
            leaving.mutate('global');
          }}
        >
          Sign out on every device
        </button>
      </div>
      <Problem>{leaving.error ? explainAuthError(leaving.error, 'other') : undefined}</Problem>
    </section>
  );
}
