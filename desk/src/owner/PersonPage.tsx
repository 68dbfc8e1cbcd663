import { useMe } from '../app/Gate.tsx';
import { State } from '../app/State.tsx';
import { ExportLeads } from './ExportLeads.tsx';
import { LookUp } from './LookUp.tsx';

/** What only an owner may do: look somebody up, erase them, take a copy of the leads. */
export function PersonPage() {
  const me = useMe();
  if (me.role !== 'owner') {
    return (
      <State title="For owners">
        <p>
          Only an owner of the desk can look up all that is stored about somebody, erase it, or export leads.
          Ask one of them.
        </p>
      </State>
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
