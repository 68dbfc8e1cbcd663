/**
 * `npm run bench -- desk [part …] [options]` measures the desk (the staff's app). Without a part, all of these run, and
 * each prints a table and whether its targets are met; the command exits with 1 if one is missed.
 *
 * - `calls`: the calls that the desk makes, with `--leads 100000`, while ten people poll for changes every three seconds
 *   and an eleventh reads and works on leads for `--seconds 60`. Afterwards searches and the funnel (how many leads
 *   reached each stage), which staff use less often. The table has ratios to the shortest call of the same run.
 * - `screen`: when the list of 50 new leads is shown on a slow phone, in turns with a page that has nothing but React
 *   (`support/bare-react-page.tsx`), with an empty cache and then with the files of the first visit.
 * - `taps`: from what staff do most to the next paint, on a phone and with 5,000 leads, each `--times 20`: opening a
 *   lead, recording a call, and each letter of a search.
 * - `site`: the taps and characters of an owner's work on the site, on a phone, and how long they take a person.
 * - `offer`: how long somebody who knows the house takes for a full offer, at the pace of a person.
 *
 * `--rounds 5` is the number of turns, `--cpu-slowdown 4` how many times the CPU is slowed down, and `--idle-limit 60` how
 * many seconds a visit waits at most until the machine is idle.
 */
import { measureCalls } from './desk/calls.ts';
import { measureFirstScreen } from './desk/first-screen.ts';
import { measureOffer } from './desk/offer.ts';
import { measureSite } from './desk/site.ts';
import { measureTaps } from './desk/taps.ts';
import { readCommand } from './support/command.ts';

const { options, parts } = readCommand(
  {
    calls: measureCalls,
    screen: measureFirstScreen,
    taps: measureTaps,
    offer: measureOffer,
    site: measureSite,
  },
  {
    leads: 100_000,
    seconds: 60,
    rounds: 5,
    times: 20,
    'cpu-slowdown': 4,
    'idle-limit': 60,
  },
);
for (const measure of parts) await measure(options);
