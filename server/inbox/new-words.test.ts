import { runInContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { newWords } from './new-words.ts';

vi.mock(import('node:vm'), async (load) => {
  const vm = await load();
  return { ...vm, runInContext: vi.fn(vm.runInContext) };
});

test('on a machine that is too busy to read a mail within the time limit, it is read again', () => {
  const mail = 'Ring after six.\n\nOn 30 Nov 2026, at 10:00, Gable & Wynd wrote:\n> Good morning';
  vi.mocked(runInContext).mockImplementationOnce(() => {
    throw Object.assign(new Error(), { code: 'ERR_SCRIPT_EXECUTION_TIMEOUT' });
  });
  expect(newWords(mail)).toBe('Ring after six.');
  expect(runInContext).toHaveBeenCalledTimes(2);
});
