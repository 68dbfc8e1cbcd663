import { ChoiceField } from '../../forms/core/ChoiceField.tsx';
import { withFigures } from './figures.ts';
import { QUESTIONS, type QuestionId } from './questions.ts';

export function CheckerQuestion({ id }: { id: QuestionId }) {
  const { legend, choices } = QUESTIONS[id];
  return (
    <ChoiceField
      id={`checker-${id}`}
      name={id}
      legend={legend}
      choices={choices.map(({ value, label, ...choice }) => ({
        value,
        label: withFigures(label).plain,
        ...('hint' in choice && { hint: withFigures(choice.hint).plain }),
      }))}
      error={undefined}
      required={false}
      className="sm:grid-cols-2"
    />
  );
}
