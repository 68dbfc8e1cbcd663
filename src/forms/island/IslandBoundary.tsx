import { Component, type ReactNode } from 'react';
import { fillEmptyFields } from '../core/form-answers.ts';
import { keepState } from './keep-state.ts';

type Props = {
  host: HTMLElement;
  /** The island's HTML from before it was hydrated. */
  serverHtml: string;
  /** Called when React has taken over the HTML or replaced it, before the state is restored. */
  onMounted: () => void;
  onFailed: () => void;
  children: ReactNode;
};

/**
 * An error boundary. If a form that is sent throws, the boundary shows an error message and, below that, the
 * server-rendered HTML, which works without JavaScript. In place of the calculator or the checker, which need
 * JavaScript, it shows the message alone. What the visitor has filled in is kept.
 */
export class IslandBoundary extends Component<Props> {
  override state = { failed: false };
  #restoreState = keepState(this.props.host);
  #answers: Record<string, string> = {};

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    this.props.onMounted();
    // `browser/hide-chat.ts` measures the page again when the window's size changes. Replaced parts need that too.
    if (this.#restoreState()) window.dispatchEvent(new Event('resize'));
  }

  override componentDidCatch() {
    const { host, onFailed } = this.props;
    const form = host.querySelector('form');
    if (form) {
      // The server-rendered form has to show all its steps, and the browser has to validate it.
      delete form.dataset.step;
      form.noValidate = false;
      fillEmptyFields(form, this.#answers);
    }
    onFailed();
  }

  override render() {
    const { host, serverHtml, children } = this.props;
    if (!this.state.failed) return children;
    // The failed island's form is still in the page during this render, so its answers can be read.
    const form = host.querySelector('form');
    if (form) {
      const texts = [...new FormData(form)].filter((entry) => typeof entry[1] === 'string');
      this.#answers = Object.fromEntries(texts) as Record<string, string>;
    }
    const isSent = form?.method === 'post';
    return (
      <>
        <p role="alert" className="mb-6 font-semibold text-danger">
          Unexpected Application Error!
          <br />
          {isSent ? (
            <span>You can still send this form. Your answers are kept.</span>
          ) : (
            <span>This part of the page has stopped working. Reload the page to try it again.</span>
          )}
        </p>
        {isSent && <div data-island="" dangerouslySetInnerHTML={{ __html: serverHtml }} />}
      </>
    );
  }
}
