import { Route, Switch } from 'wouter';
import { Gate } from './Gate.tsx';
import { NotFound } from './NotFound.tsx';
import { Shell } from './Shell.tsx';
import { Workbench } from './Workbench.tsx';

/** The pages. Those below the gate are for members of staff. */
export function App() {
  return (
    <Switch>
      <Route>
        <Gate>
          <Shell>
            <Switch>
              {/* One route, so that the list stays as it is when a lead is opened. */}
              <Route path={/^\/(?:$|all|search|lead)/} component={Workbench} />
              <Route component={NotFound} />
            </Switch>
          </Shell>
        </Gate>
      </Route>
    </Switch>
  );
}
