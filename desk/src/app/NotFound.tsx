import { Link } from 'wouter';
import { State } from './State.tsx';

export function NotFound() {
  return (
    <State title="There is no such page">
      <p>The address may be from an older version of the desk.</p>
      <Link href="/" className="button button-primary">
        Whom to call now
      </Link>
    </State>
  );
}
