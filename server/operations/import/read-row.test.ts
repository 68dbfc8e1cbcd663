import { expect, test } from 'vitest';
import { readColumns } from './columns.ts';
import { readRow } from './read-row.ts';

const HEADINGS = ['Name', 'Phone', 'Stage', 'Next step', 'Follow up'];

function readStep(stage: string, followUp: string) {
  const { lead } = readRow(['Mairi', '0131 496 0101', stage, 'Ring', followUp], {
    columns: readColumns(HEADINGS, new Map()),
    dateOrder: 'day first',
    stages: new Map(),
    today: '2026-11-27',
    onStage: () => undefined,
  });
  return { next_action: lead?.next_action, next_at: lead?.next_at, notes: lead?.notes };
}

test.each([
  ['years ago', '26/11/2021 23:59', '2021-11-26 23:59:00'],
  ['of today without a time', '27/11/2026', '2026-11-27 00:00:00'],
  ['of today with a time', '27/11/2026 14:30', '2026-11-27 14:30:00'],
  ['of tomorrow without a time', '28/11/2026', '2026-11-28 09:00:00'],
  ['in the future', '28/11/2096 14:30', '2096-11-28 14:30:00'],
])('a next step %s is planned', (_when, followUp, next_at) => {
  expect(readStep('new', followUp)).toEqual({ next_action: 'call', next_at, notes: ['Next step: Ring'] });
});

test.each([
  ['is of a closed lead', 'won', '28/11/2026'],
  ['is of a lead that Zoho has lost', 'Junk Lead', '28/11/2026'],
  ['is of a lead that Salesforce has lost', 'Closed - Not Converted', '28/11/2026'],
  ['has no date that can be read', 'new', 'soon'],
])('a next step that %s becomes a note', (_what, stage, followUp) => {
  expect(readStep(stage, followUp)).toEqual({
    next_action: undefined,
    next_at: undefined,
    notes: [`Next step: Ring\nFollow up: ${followUp}`],
  });
});
