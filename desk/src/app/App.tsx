import { Suspense } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Gate } from './Gate.tsx';
import { NotFound } from './NotFound.tsx';
import {
  AccountPage,
  FunnelPage,
  OneTimeLink,
  PeoplePage,
  PersonPage,
  SettingsPage,
  SignInRoute,
  SitePage,
} from './lazy-pages.ts';
import { Shell } from './Shell.tsx';
import { ListAndLead } from './ListAndLead.tsx';

/** The routes. <Gate> shows those inside it to members of staff only; others can see the sign-in pages. */
export function App() {
  const [path] = useLocation();
  return (
    <Suspense fallback={null}>
      <Switch>
        <Route path="/link/:token" component={OneTimeLink} />
        <Route path="/sign-in" component={SignInRoute} />
        <Route>
          <Gate>
            <Shell>
              <ErrorBoundary resetKey={path}>
                <Suspense
                  fallback={
                    <p className="page" role="status">
                      One moment
                    </p>
                  }
                >
                  <Switch>
                    {/* One route for lists and leads, so that the list stays mounted when a lead is opened. */}
                    <Route path={/^\/(?:$|all|search|lead)/} component={ListAndLead} />
                    <Route path="/funnel" component={FunnelPage} />
                    <Route path="/settings" component={SettingsPage} />
                    <Route path="/people" component={PeoplePage} />
                    <Route path="/person" component={PersonPage} />
                    <Route path="/site/*?" component={SitePage} />
                    <Route path="/account" component={AccountPage} />
                    <Route component={NotFound} />
                  </Switch>
                </Suspense>
              </ErrorBoundary>
            </Shell>
          </Gate>
        </Route>
      </Switch>
    </Suspense>
  );
}
