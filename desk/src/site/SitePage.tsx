import './site.css';
import { Route, Switch } from 'wouter';
import { ForOwners } from '../owner/ForOwners.tsx';
import { useTitle } from '../ui/title.ts';
import { ChangesPage } from './ChangesPage.tsx';
import { DocumentPage } from './DocumentPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { PreviewPage } from './PreviewPage.tsx';
import { readFormAddress } from './words.ts';

/** Where owners change the words, figures and pages of the public site, and publish them. */
export function SitePage() {
  useTitle('Site');
  return (
    <ForOwners what="change the public site">
      <Switch>
        <Route path="/site/edit/*">
          {({ '*': address }) => {
            const { path, field } = readFormAddress(address);
            return <DocumentPage key={address} path={path} field={field} />;
          }}
        </Route>
        <Route path="/site/changes" component={ChangesPage} />
        <Route path="/site/preview/*?">{({ '*': path }) => <PreviewPage key={path} path={path} />}</Route>
        <Route component={OverviewPage} />
      </Switch>
    </ForOwners>
  );
}
