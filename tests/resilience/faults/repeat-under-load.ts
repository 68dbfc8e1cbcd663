import type { Count } from './count.ts';
import type { Rig } from './rig.ts';

/**
 * Does something to the product again and again while leads arrive: some before each time, and after the last.
 *
 * @param leadsBetween how many, asked anew each time
 */
export async function repeatUnderLoad(
  rig: Rig,
  rounds: number,
  leadsBetween: () => number,
  act: (round: number) => Promise<void>,
): Promise<Count> {
  const load = rig.startLoad();
  for (let round = 0; round < rounds; round += 1) {
    await load.more(leadsBetween());
    await act(round);
  }
  await load.more(leadsBetween());
  return rig.finish(load);
}
