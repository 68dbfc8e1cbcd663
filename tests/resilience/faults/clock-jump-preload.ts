/**
 * `clock-jump.ts` loads this file into the server before it starts (`node --import`). The server's clock jumps an hour
 * forward at the first SIGUSR2, and an hour back at each of the next two. As on a real machine, timers do not jump.
 */
const HOUR_MS = 3_600_000;
const JUMPS_MS = [HOUR_MS, -HOUR_MS, -HOUR_MS];

const RealDate = Date;
let offsetMs = 0;
process.on('SIGUSR2', () => (offsetMs += JUMPS_MS.shift() ?? 0));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: unknown[], newTarget) =>
    Reflect.construct(target, values.length === 0 ? [target.now() + offsetMs] : values, newTarget) as Date,
  get: (target, key, receiver) =>
    key === 'now' ? () => target.now() + offsetMs : (Reflect.get(target, key, receiver) as unknown),
});
