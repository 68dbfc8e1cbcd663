import { expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/support/database/test-database.ts';
import { localBusiness } from '#src/search-engines/structured-data/business.ts';
import { DEFAULT_DETAILS } from '#src/site.ts';
import { readCalendar } from '../cases/calendar.ts';
import { calendarOf, setOpeningHours } from './set-opening-hours.ts';

const { admin } = await createTestDatabase();

const STRUCTURED_DATA = {
  '@graph': [
    {
      openingHoursSpecification: [
        {
          dayOfWeek: ['https://schema.org/Monday', 'https://schema.org/Tuesday'],
          opens: '08:00',
          closes: '20:00',
        },
        { dayOfWeek: ['https://schema.org/Sunday'], opens: '10:00', closes: '12:00' },
      ],
      specialOpeningHoursSpecification: [
        { validFrom: '2026-12-24', validThrough: '2026-12-24', opens: '00:00', closes: '00:00' },
        { validFrom: '2026-11-30', validThrough: '2026-11-30', opens: '08:00', closes: '20:00' },
      ],
    },
  ],
};

const pageWith = (json: unknown) =>
  `<title>Home</title><script type="application/ld+json">${JSON.stringify(json)}</script>`;

async function read() {
  const hours = await admin.query(
    'select weekday, opens::text, closes::text from desk.opening_hours order by weekday',
  );
  const days = await admin.query('select day::text, is_open from desk.special_days order by day');
  return { hours: hours.rows as unknown[], days: days.rows as unknown[] };
}

test("the site's opening hours and special days are stored in the database, and replace the former ones", async () => {
  const former = await read();
  await setOpeningHours(admin, pageWith({ name: 'A page without hours' }));
  expect(await read()).toEqual(former);

  const hours = [
    { weekday: 1, opens: '08:00:00', closes: '20:00:00' },
    { weekday: 2, opens: '08:00:00', closes: '20:00:00' },
    { weekday: 7, opens: '10:00:00', closes: '12:00:00' },
  ];
  await setOpeningHours(admin, pageWith(STRUCTURED_DATA));
  expect(await read()).toEqual({
    hours,
    days: [
      { day: '2026-11-30', is_open: true },
      { day: '2026-12-24', is_open: false },
    ],
  });

  const [business] = STRUCTURED_DATA['@graph'];
  await setOpeningHours(admin, pageWith({ ...business, specialOpeningHoursSpecification: undefined }));
  expect(await read()).toEqual({ hours, days: [] });
});

test('new opening hours are stored with the day from which they hold, as the page has them', async () => {
  const nextHours = { from: '2026-12-07', hours: 'Mon 09:00–16:00' };
  const business = localBusiness({
    site: { ...DEFAULT_DETAILS, hours: 'Mon 09:00–18:00', nextHours },
    siteUrl: new URL('https://firm.example'),
    areaServed: { '@type': 'Country', name: 'Scotland' },
  });
  const page = pageWith({ '@graph': [business] });
  await setOpeningHours(admin, page);
  const { hours } = await readCalendar(admin);
  expect(hours).toEqual([
    { days: ['Monday'], opens: '09:00', closes: '18:00', until: '2026-12-06' },
    { days: ['Monday'], opens: '09:00', closes: '16:00', from: '2026-12-07' },
  ]);
  expect(calendarOf(page).hours).toEqual(hours);
});
