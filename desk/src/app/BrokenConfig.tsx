import { State } from './State.tsx';

/** The app has no settings, so it cannot do anything. */
export function BrokenConfig({ error }: { error: unknown }) {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <State title="The desk is not set up">
      <p>Please tell whoever runs the desk. They need to know this:</p>
      <p className="notice notice-danger text-body text-ink">{reason}</p>
      <p className="text-small">docs/deploy.md has an example of config.json.</p>
    </State>
  );
}
