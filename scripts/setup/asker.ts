/** The value that an answer was read as, or what is wrong with the answer and how to correct it. */
export type Read<T> = { value: T } | { problem: string };

export type Question = {
  /** The question's name in the answers file. */
  id: string;
  message: string;
  /** Whether the answer is carried out at once, as when a mail is sent: it is not repeated with the answers of a run before. */
  isDoneAtOnce?: boolean;
};

export type ChoiceQuestion<Value extends string> = Question & {
  choices: readonly { value: Value; label: string }[];
  standing: Value;
};

/** Asks the operator. Every function resolves with a usable answer, or rejects with `Stopped`. */
export type Asker = {
  /** Begins a group of questions. */
  section: (title: string) => void;
  /** Tells the operator something. */
  show: (text: string) => void;
  /** Shows what is being done while the work, such as a connection, takes a moment. */
  wait: <T>(what: string, work: () => Promise<T>) => Promise<T>;
  /**
   * Asks for one line of text until it can be used.
   *
   * @param standing the current answer, which Enter keeps
   * @param example an example to show if there is no current answer
   */
  text: <T>(
    question: Question & {
      standing?: string | undefined;
      example?: string;
      read: (typed: string) => Read<T> | Promise<Read<T>>;
    },
  ) => Promise<T>;
  /** Like `text`, for a password: the typed text is not shown, and an empty answer keeps the current password. */
  secret: (question: Question & { standing: string }) => Promise<string>;
  choose: <Value extends string>(question: ChoiceQuestion<Value>) => Promise<Value>;
  confirm: (question: Question & { standing: boolean }) => Promise<boolean>;
  /**
   * Reports an answer that proved wrong only in combination with others, such as a user name with its password. The
   * caller then asks again.
   */
  refuse: (id: string, problem: string) => void;
};

/** The operator has stopped at a question, or wants to go back to the one before. */
export class Stopped extends Error {
  override name = 'Stopped';
  readonly wantsBack: boolean;

  constructor({ wantsBack = false } = {}) {
    super();
    this.wantsBack = wantsBack;
  }
}
