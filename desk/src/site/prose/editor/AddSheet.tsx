import type { Editor } from '@tiptap/core';
import { elementOf, type ElementName } from '#src/components/prose/elements.ts';
import { Button } from '#desk/ui/Button.tsx';
import { Sheet } from '#desk/ui/Sheet.tsx';
import { addElement, addTable } from './commands.ts';
import type { OpenSheet } from './editor-context.ts';
import { ELEMENT_WORDS } from './words.ts';

const WORDS: readonly ElementName[] = ['Claim', 'Phone', 'Email', 'Firm', 'Kept', 'OurRecord'];
const BLOCKS: readonly (ElementName | 'table')[] = [
  'Picture',
  'Example',
  'table',
  'CostChart',
  'DurationChart',
  'PercentageChart',
  'RouteChart',
  'Calculator',
  'Checker',
  'OwnPage',
];
const TABLE = { name: 'Table', hint: 'Two columns and three rows to begin with.' };

type Props = { editor: Editor; open: (sheet: OpenSheet) => void; onClose: () => void };

/** What can be added to a text. */
export function AddSheet({ editor, open, onClose }: Props) {
  const choose = (name: ElementName | 'table') => {
    if (name === 'Picture') {
      open({ sheet: 'picture' });
      return;
    }
    // A chart, and what has no attributes, is added at once.
    const isAsked =
      name !== 'table' &&
      elementOf(name).is !== 'chart' &&
      Object.keys(elementOf(name).attributes).length > 0;
    if (isAsked) {
      open({ sheet: 'new', name });
      return;
    }
    onClose();
    if (name === 'table') addTable(editor);
    else addElement(editor, name, {});
  };
  return (
    <Sheet title="Add to the text" onClose={onClose}>
      <section>
        <h3 className="label">Where the cursor is</h3>
        <ul className="mt-2 flex flex-wrap gap-2">
          {WORDS.map((name) => (
            <li key={name}>
              <Button size="small" onClick={() => choose(name)}>
                {ELEMENT_WORDS[name].name}
              </Button>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="label">Below this paragraph</h3>
        <ul className="site-choices">
          {BLOCKS.map((name) => {
            const { name: words, hint } = name === 'table' ? TABLE : ELEMENT_WORDS[name];
            return (
              <li key={name}>
                <button type="button" className="big-choice" onClick={() => choose(name)}>
                  <span>
                    <span>
                      {name === 'OwnPage' && editor.isActive('ownPage') ? `No longer: ${words}` : words}
                    </span>
                    <span className="site-choice-hint">{hint}</span>
                  </span>
                </button>
              </li>
            );
          })}
        </ul>
      </section>
    </Sheet>
  );
}
