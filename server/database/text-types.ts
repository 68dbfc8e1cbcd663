import pg from 'pg';

/** PostgreSQL's numbers of these types. */
const TIMESTAMPTZ = 1184;
const DATE = 1082;

/** `2026-11-28 21:14:44.123456+00` as ISO 8601, as PostgreSQL writes it in JSON. The connection's time zone is UTC. */
const toIso = (time: string) => time.replace(' ', 'T').replace(/\+00$/, '+00:00');

/** Reads times and days as text, not as `Date`, which has neither microseconds nor days without a time. */
export const TEXT_TYPES: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return toIso;
    if (oid === DATE) return String;
    return (pg.types.getTypeParser as (oid: number, format: string) => unknown)(oid, format);
  }) as typeof pg.types.getTypeParser,
};
