import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { FullPageMessage } from '../ui/FullPageMessage.tsx';

type Props = {
  /** When it changes, the error is cleared and the children render again. */
  resetKey?: string;
  children: ReactNode;
};

type Failure = { error: unknown; resetKey: string | undefined };

/** Shows a message in place of a page that has thrown. It is a class, because React has no hook for this. */
export class ErrorBoundary extends Component<Props, { failure: Failure | undefined }> {
  override state = { failure: undefined as Failure | undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, resetKey: undefined } };
  }

  static getDerivedStateFromProps({ resetKey }: Props, { failure }: { failure: Failure | undefined }) {
    if (failure === undefined) return null;
    if (failure.resetKey === undefined) return { failure: { ...failure, resetKey: resetKey ?? '' } };
    return failure.resetKey === (resetKey ?? '') ? null : { failure: undefined };
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <FullPageMessage title="This page has stopped working">
        <p>
          The fault is ours. What was saved is safe, and what you were typing is kept in this tab. Load the
          page again. If it stops again, please tell whoever runs the desk what you were doing.
        </p>
        <p className="flex flex-wrap gap-3">
          <Button variant="primary" onClick={() => location.reload()}>
            Load again
          </Button>
          <a href="#/" className="button button-secondary">
            Go to the leads to call now
          </a>
        </p>
      </FullPageMessage>
    );
  }
}
