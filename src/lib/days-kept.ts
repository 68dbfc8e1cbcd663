/** How many days a lead, a lead that looks like spam, and the record of a delivery attempt are kept. */
export type DaysKept = { lead: number; suspect: number; delivery: number };

/** The same defaults as in `server/env.ts`. */
const DEFAULTS: DaysKept = { lead: 365, suspect: 30, delivery: 30 };

/**
 * Reads the variables by which the server deletes expired data: `RETENTION_LEAD_DAYS`, `RETENTION_SUSPECT_DAYS` and
 * `RETENTION_DELIVERY_DAYS`. An empty variable counts as unset.
 */
export function readDaysKept(environment: Readonly<Record<string, string | undefined>>): DaysKept {
  const read = (record: keyof DaysKept) => {
    const given = environment[`RETENTION_${record.toUpperCase()}_DAYS`];
    return given ? Number(given) : DEFAULTS[record];
  };
  return { lead: read('lead'), suspect: read('suspect'), delivery: read('delivery') };
}

/** A period in the words of the privacy policy, which names whole years in months. */
export function periodInWords(days: number): string {
  if (days === 0) return 'No fixed time';
  return days % 365 === 0 ? `${(days / 365) * 12} months` : `${days} ${days === 1 ? 'day' : 'days'}`;
}
