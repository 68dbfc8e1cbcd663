import { useMe } from '../api/use-me.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';
import { useTitle } from '../ui/use-title.ts';
import { ExportLeads } from './ExportLeads.tsx';
import { LookUp } from './LookUp.tsx';

/** The data protection page. Owners can look somebody up, erase their data and export leads; other staff cannot. */
export function PersonPage() {
  const me = useMe();
  useTitle('People and their data');
  if (me.role !== 'owner') {
    return (
      <FullPageMessage title="For owners">
        <p>
          Only an owner of the desk can look up all that is stored about somebody, erase it, or export leads.
          Ask one of them.
        </p>
      </FullPageMessage>
    );
  }
  return (
    <div className="page">
      <h1 className="text-h2">People and their data</h1>
      <LookUp />
      <ExportLeads />
    </div>
  );
}
