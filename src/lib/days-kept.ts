/** How many days a lead, a lead that looks like spam, the record of a delivery attempt, and a backup are kept. */
export type DaysKept = { lead: number; suspect: number; delivery: number; backup: number };

/** The same defaults as in `server/env.ts`. */
const DEFAULTS: DaysKept = { lead: 365, suspect: 30, delivery: 30, backup: 14 };

/**
 * Reads the variables by which the server deletes expired data: `RETENTION_LEAD_DAYS`, `RETENTION_SUSPECT_DAYS` and
 * `RETENTION_DELIVERY_DAYS`. `BACKUP_KEEP` counts backups, and there is one a day. An empty variable counts as unset.
 */
export function readDaysKept(environment: Readonly<Record<string, string | undefined>>): DaysKept {
  const read = (record: keyof DaysKept, variable = `RETENTION_${record.toUpperCase()}_DAYS`) => {
    const given = environment[variable];
    return given ? Number(given) : DEFAULTS[record];
  };
  return {
    lead: read('lead'),
    suspect: read('suspect'),
    delivery: read('delivery'),
    backup: read('backup', 'BACKUP_KEEP'),
  };
}

/** A period in the words of the privacy policy, which names whole years in months. */
export function periodInWords(days: number): string {
  if (days === 0) return 'No fixed time';
  return days % 365 === 0 ? `${(days / 365) * 12} months` : `${days} ${days === 1 ? 'day' : 'days'}`;
}
