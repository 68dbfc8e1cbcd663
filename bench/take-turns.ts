/**
 * Measures each URL once in each round of a benchmark, so that other work on the machine affects all URLs alike. Every
 * second round has the reverse order, because work that one turn leaves behind, such as a vacuum of the database, slows
 * the next turn.
 *
 * @returns the figures, by the URL's name
 */
export async function takeTurns<Figures>(
  rounds: number,
  urls: Record<string, string>,
  measure: (url: string, name: string) => Promise<Figures>,
): Promise<Map<string, Figures[]>> {
  const figures = new Map<string, Figures[]>();
  for (let round = 0; round < rounds; round += 1) {
    const turns = Object.entries(urls);
    for (const [name, url] of round % 2 === 0 ? turns : turns.toReversed()) {
      figures.set(name, [...(figures.get(name) ?? []), await measure(url, name)]);
    }
  }
  return figures;
}
