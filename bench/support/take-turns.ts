import { median } from '#support/load/bench-report.ts';

/**
 * Measures each way once in each round of a benchmark, so that other work on the machine affects all alike. Every second
 * round has the reverse order, because work that one turn leaves behind, such as a vacuum of the database, slows the
 * next turn.
 *
 * @param ways what is compared, such as URLs, by name
 * @returns the figures of every turn, by the way's name
 */
export async function takeTurns<Name extends string, Way, Figures>(
  rounds: number,
  ways: Record<Name, Way>,
  measure: (way: Way, name: Name) => Promise<Figures>,
): Promise<Record<Name, Figures[]>> {
  const turns = Object.entries(ways) as [Name, Way][];
  const figures = Object.fromEntries(turns.map(([name]) => [name, []])) as unknown as Record<Name, Figures[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, way] of round % 2 === 0 ? turns : turns.toReversed()) {
      console.error(`round ${round + 1} of ${rounds}: ${name}`);
      figures[name].push(await measure(way, name));
    }
  }
  return figures;
}

export const medians = <Figures extends Record<string, number>>(turns: readonly Figures[]) =>
  Object.fromEntries(
    Object.keys(turns[0] ?? {}).map((figure) => [
      figure,
      median(turns.map((turn) => turn[figure] ?? Number.NaN)),
    ]),
  ) as Figures;
