type WorkUnderWay = {
  waitUntil: (work: Promise<unknown>) => void;
  settle: () => Promise<void>;
};

/** Keeps track of work that goes on after its request was answered, so that closing can wait for it. */
export function trackWork(): WorkUnderWay {
  const underWay = new Set<Promise<unknown>>();
  return {
    waitUntil(work) {
      underWay.add(work);
      void work.finally(() => underWay.delete(work));
    },
    async settle() {
      await Promise.all(underWay);
    },
  };
}
