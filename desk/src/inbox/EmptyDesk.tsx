import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { call } from '../api/calls.ts';
import { deskConfig } from '../api/client.ts';
import { useMe } from '../api/use-me.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

/** Shown before the first lead: explains this app (the desk), and links to the valuation form on the public site. */
export function EmptyDesk() {
  const { role } = useMe();
  // Site has a query for this too, but its scripts are not loaded here.
  const { data: site, isLoading } = useQuery({
    queryKey: ['is-site-open'],
    queryFn: () => call('site', {}),
    enabled: role === 'owner',
    staleTime: 0,
  });
  if (isLoading) return null;
  if (site?.is_open === false) {
    return (
      <FullPageMessage title="Nobody can see your site yet">
        <p>
          Site lists what to put right before you publish it. Then enquiries appear here within three seconds.
        </p>
        <Link href="/site" className="button button-primary">
          Go to Site
        </Link>
      </FullPageMessage>
    );
  }
  return (
    <FullPageMessage title="The first enquiry will appear here">
      <p>
        When somebody sends the valuation form or a chat message, they appear here within three seconds: who
        to ring, by when we promised a reply, and one button to call.
      </p>
      <a
        href={`${deskConfig().siteUrl}#valuation-form`}
        target="_blank"
        rel="noreferrer"
        className="button button-primary"
      >
        Send a first enquiry on the site
      </a>
      <p className="text-small">It opens in a new tab. Anything you type will do; erase it afterwards.</p>
    </FullPageMessage>
  );
}
