/** What the journeys need of a browser: WebKit answers over WebDriver, Firefox over WebDriver BiDi. */
export type TestedBrowser = {
  open(url: string): Promise<void>;
  /** Scrolls the element into view, if it is not, and clicks on it. */
  click(selector: string): Promise<void>;
  /** Focuses a field and types. */
  type(selector: string, text: string): Promise<void>;
  /** Waits until an element is visible. */
  waitFor(selector: string): Promise<void>;
  /** Evaluates an expression in the page. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** A phone's width in CSS pixels. */
export const VIEWPORT = { width: 390, height: 844 };

/** The longest wait: it ends only a wait for something that never happens. */
export const LIMIT_MS = 60_000;
