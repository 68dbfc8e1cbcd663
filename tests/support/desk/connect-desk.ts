import { vi } from 'vitest';
import { closedDays } from '#calendar/closed-days.ts';
import { parseOpeningHours } from '#calendar/opening-hours.ts';
import { connect } from '#desk/api/client.ts';
import { DEFAULT_HOURS } from '#src/site.ts';

/** For tests of the desk's parts: reads a `/config.json` of a firm with these opening hours, by default the site's. */
export async function connectDesk(hours = DEFAULT_HOURS, closedOn = ''): Promise<void> {
  const calendar = { hours: parseOpeningHours(hours), closedDays: [...closedDays({ closedOn })] };
  const config = { trial: true, brand: 'Gable & Wynd', siteUrl: 'http://localhost:4321', calendar };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(config)));
  await connect();
  vi.unstubAllGlobals();
}
