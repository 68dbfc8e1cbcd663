import { FullPageMessage } from '../ui/FullPageMessage.tsx';

/** Shown in place of the app when config.json is missing or wrong. */
export function BrokenConfig({ error }: { error: unknown }) {
  const reason = error instanceof Error ? error.message : String(error);
  return (
    <FullPageMessage title="The desk is not set up">
      <p>Please tell whoever runs the desk. They need to know this:</p>
      <p className="notice notice-danger text-body text-ink">{reason}</p>
    </FullPageMessage>
  );
}
