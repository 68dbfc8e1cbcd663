import { expect, test, vi } from 'vitest';
import { createRemainsRemoval } from './remains-removal.ts';

test('any number of erasures is followed by one removal, and nothing is removed without an erasure', async () => {
  const remove = vi.fn(() => Promise.resolve());
  const removal = createRemainsRemoval(remove);
  await removal.run();
  expect(remove).not.toHaveBeenCalled();
  removal.noteErasure();
  removal.noteErasure();
  await removal.run();
  await removal.run();
  expect(remove).toHaveBeenCalledOnce();
});

test('an erasure during a removal is followed by another removal', async () => {
  const finished = Promise.withResolvers<undefined>();
  const remove = vi.fn(() => finished.promise.then(() => undefined));
  const removal = createRemainsRemoval(remove);
  removal.noteErasure();
  const running = removal.run();
  removal.noteErasure();
  finished.resolve(undefined);
  await running;
  await removal.run();
  expect(remove).toHaveBeenCalledTimes(2);
});

test('a removal that fails is tried again', async () => {
  const remove = vi.fn(() => Promise.resolve());
  remove.mockRejectedValueOnce(new Error('The tables are locked.'));
  const removal = createRemainsRemoval(remove);
  removal.noteErasure();
  await expect(removal.run()).rejects.toThrow('The tables are locked.');
  await removal.run();
  expect(remove).toHaveBeenCalledTimes(2);
});
