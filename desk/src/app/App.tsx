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
              <Route path="/" component={Workbench} />
              <Route path="/all/:view?" component={Workbench} />
              <Route path="/search" component={Workbench} />
              <Route path="/lead/:id" component={Workbench} />
              <Route component={NotFound} />
            </Switch>
          </Shell>
        </Gate>
      </Route>
    </Switch>
  );
}
