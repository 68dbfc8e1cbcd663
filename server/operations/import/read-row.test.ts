import { expect, test } from 'vitest';
import { readColumns } from './columns.ts';
import { readRow } from './read-row.ts';

const HEADINGS = ['Name', 'Phone', 'Stage', 'Next step', 'Follow up'];

function readStep(stage: string, followUp: string) {
  const result = readRow(['Mairi', '0131 496 0101', stage, 'Ring', followUp], {
    columns: readColumns(HEADINGS, new Map()),
    dateOrder: 'day first',
    stages: new Map(),
    today: '2026-11-27',
    onStage: () => undefined,
  });
  if ('reason' in result) throw new Error(result.reason);
  const { next_action, next_at, notes } = result.lead;
  return { next_action, next_at, notes };
}

test.each([
  ['today, before the firm opens', '27/11/2026 00:00', '2026-11-27 00:00:00'],
  ['today, without a time', '27/11/2026', '2026-11-27 09:00:00'],
  ['tomorrow', '28/11/2026 14:30', '2026-11-28 14:30:00'],
])('a next step that is due %s is planned', (_when, followUp, next_at) => {
  expect(readStep('new', followUp)).toEqual({ next_action: 'call', next_at, notes: ['Next step: Ring'] });
});

test.each([
  ['was due yesterday', 'new', '26/11/2026 23:59'],
  ['is of a closed lead', 'won', '28/11/2026'],
  ['has no date that can be read', 'new', 'soon'],
])('a next step that %s becomes a note', (_what, stage, followUp) => {
  expect(readStep(stage, followUp)).toEqual({
    next_action: undefined,
    next_at: undefined,
    notes: [`Next step: Ring\nFollow up: ${followUp}`],
  });
});
