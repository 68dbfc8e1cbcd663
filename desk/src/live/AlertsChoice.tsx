import { setAlerts, useAlertsSetting } from './alerts.ts';
import { Button } from '../ui/Button.tsx';

/** Asks whether the desk may tell the user of new leads while its tab is in the background. */
export function AlertsChoice() {
  const setting = useAlertsSetting();
  return (
    <div className="notice grid gap-3">
      <p>
        {setting === 'on'
          ? 'While this tab is in the background, a notification and a short sound tell you of each lead that needs somebody.'
          : 'While this tab is in the background, the desk can tell you of each lead that needs somebody, with a notification and a short sound.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {setting !== 'on' && (
          <Button size="small" onClick={() => setAlerts('on')}>
            Tell me
          </Button>
        )}
        {setting !== 'off' && (
          <Button variant="plain" size="small" onClick={() => setAlerts('off')}>
            {setting === 'on' ? 'Stop telling me' : 'No, thank you'}
          </Button>
        )}
      </div>
    </div>
  );
}
