import { Link } from 'wouter';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

export function NotFound() {
  return (
    <FullPageMessage title="There is no such page">
      <p>The address may be from an older version of the desk.</p>
      <Link href="/" className="button button-primary">
        Go to the leads to call now
      </Link>
    </FullPageMessage>
  );
}
