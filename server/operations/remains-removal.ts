export type RemainsRemoval = ReturnType<typeof createRemainsRemoval>;

/**
 * Removes the remains of erased rows only if something was erased since the last removal.
 *
 * @param remove removes the remains of all rows that were erased before it was called
 */
export function createRemainsRemoval(remove: () => Promise<void>) {
  let isNeeded = false;

  return {
    /** Must be called after each erasure. */
    noteErasure(): void {
      isNeeded = true;
    },

    /** @throws the error of `remove`; the next call then tries again */
    async run(): Promise<undefined> {
      if (!isNeeded) return;
      // Reset before the removal, because the remains of an erasure during the removal need another one.
      isNeeded = false;
      try {
        await remove();
      } catch (error) {
        isNeeded = true;
        throw error;
      }
    },
  };
}
