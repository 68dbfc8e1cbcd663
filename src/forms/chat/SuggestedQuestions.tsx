const QUESTIONS = [
  'How is the offer worked out?',
  'Are there any fees?',
  'How quickly can you buy?',
  'Do you buy houses in poor condition?',
];

/**
 * Four questions with which a visitor can begin. Choosing one copies it into the message field. CSS hides the questions
 * until a script can handle a press.
 */
export function SuggestedQuestions({ onChoose }: { onChoose: (question: string) => void }) {
  return (
    <div role="group" aria-label="Suggested questions" className="suggested-questions">
      {QUESTIONS.map((question) => (
        <button
          key={question}
          type="button"
          onClick={() => {
            onChoose(question);
          }}
          className="suggested-question"
        >
          {question}
        </button>
      ))}
    </div>
  );
}
