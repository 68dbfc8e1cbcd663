import { Link } from 'wouter';
import { useTitle } from '../ui/title.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

export function NotFound() {
  useTitle('There is no such page');
  return (
    <FullPageMessage title="There is no such page">
      <p>The address may be from an older version of the desk.</p>
      <Link href="/" className="button button-primary">
        Go to the leads to call now
      </Link>
    </FullPageMessage>
  );
}
