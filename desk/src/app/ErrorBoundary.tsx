import { Component, type ReactNode } from 'react';
import { State } from './State.tsx';

type Props = {
  /** With a new one, the children are tried again. */
  place?: string;
  children: ReactNode;
};

type Failure = { error: unknown; place: string | undefined };

/** Shows plain words in place of a page that has failed. React has no hook for this. */
export class ErrorBoundary extends Component<Props, { failure: Failure | undefined }> {
  override state = { failure: undefined as Failure | undefined };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error, place: undefined } };
  }

  static getDerivedStateFromProps({ place }: Props, { failure }: { failure: Failure | undefined }) {
    if (failure === undefined) return null;
    if (failure.place === undefined) return { failure: { ...failure, place: place ?? '' } };
    return failure.place === (place ?? '') ? null : { failure: undefined };
  }

  override render() {
    if (this.state.failure === undefined) return this.props.children;
    return (
      <State title="This page has stopped working">
        <p>
          The fault is ours. What was saved is safe, and what you were typing is kept in this tab. Load the
          page again. If it stops again, please tell whoever runs the desk what you were doing.
        </p>
        <p className="flex flex-wrap gap-3">
          <button
            type="button"
            className="button button-primary"
            onClick={() => {
              location.reload();
            }}
          >
            Load again
          </button>
          <a href="#/" className="button button-secondary">
            Whom to call now
          </a>
        </p>
      </State>
    );
  }
}
