import { useTitle } from '../ui/title.ts';
import { ExportLeads } from './ExportLeads.tsx';
import { ForOwners } from './ForOwners.tsx';
import { LookUp } from './LookUp.tsx';

/** The data protection page. Owners can look somebody up, erase their data and export leads; other staff cannot. */
export function PersonPage() {
  useTitle('People and their data');
  return (
    <ForOwners what="look up all that is stored about somebody, erase it, or export leads">
      <div className="page">
        <h1 className="text-h2">People and their data</h1>
        <LookUp />
        <ExportLeads />
      </div>
    </ForOwners>
  );
}
