/**
 * Scotland's bank holidays, on which the firm is closed by default: month and day, by year. A holiday on a weekend has
 * two days: the day itself, such as Christmas Day on a Saturday, and the substitute day after it. After the last year,
 * pages do not name the day of a reply; `npm run launch-check` asks for more years before that.
 *
 * The table `desk_private.bank_holidays` has the same days. `tests/database/desk-opening-hours.test.ts` compares both
 * with the list of gov.uk. A firm's own days are not here: `closed-days.ts` adds and removes them.
 *
 * @see https://www.gov.uk/bank-holidays.json, Scotland, which lists only the substitute days
 */
export const BANK_HOLIDAYS: Readonly<Record<number, readonly string[]>> = {
  2026: ['01-01', '01-02', '04-03', '05-04', '05-25', '06-15', '08-03', '11-30', '12-25', '12-26', '12-28'],
  2027: [
    '01-01',
    '01-02',
    '01-04',
    '03-26',
    '05-03',
    '05-31',
    '08-02',
    '11-30',
    '12-25',
    '12-26',
    '12-27',
    '12-28',
  ],
  2028: ['01-01', '01-02', '01-03', '01-04', '04-14', '05-01', '05-29', '08-07', '11-30', '12-25', '12-26'],
};

/** The dates of all bank holidays, written like `2026-12-25`. */
export const bankHolidays = (): Set<string> =>
  new Set(Object.entries(BANK_HOLIDAYS).flatMap(([year, days]) => days.map((day) => `${year}-${day}`)));
