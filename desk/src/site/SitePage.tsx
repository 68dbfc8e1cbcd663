import './site.css';
import { Route, Switch } from 'wouter';
import { useMe } from '../api/use-me.ts';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';
import { useTitle } from '../ui/use-title.ts';
import { ChangesPage } from './ChangesPage.tsx';
import { DocumentPage } from './DocumentPage.tsx';
import { OverviewPage } from './OverviewPage.tsx';
import { PreviewPage } from './PreviewPage.tsx';
import { readFormAddress } from './words.ts';

/** Where owners change the words, figures and pages of the public site, and publish them. */
export function SitePage() {
  const me = useMe();
  useTitle('Site');
  if (me.role !== 'owner') {
    return (
      <FullPageMessage title="For owners">
        <p>Only an owner of the desk can change the public site. Ask one of them.</p>
      </FullPageMessage>
    );
  }
  return (
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
  );
}
