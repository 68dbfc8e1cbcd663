/** The browser operations that journeys.test.ts uses. WebKit is driven over WebDriver, Firefox over WebDriver BiDi. */
export type TestedBrowser = {
  open(url: string): Promise<void>;
  /** Scrolls the element into view if needed, and clicks it. */
  click(selector: string): Promise<void>;
  /** Focuses a field and types. */
  type(selector: string, text: string): Promise<void>;
  /** Waits until an element is visible. */
  waitFor(selector: string): Promise<void>;
  /** Evaluates a JavaScript expression in the page, and returns its value. */
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
};

/** The viewport of a phone, in CSS pixels. */
export const VIEWPORT = { width: 390, height: 844 };
