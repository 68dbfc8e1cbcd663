import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { openDeskRoutes } from '#support/desk-door.ts';

/** A way of making a call of the desk, as somebody who is signed in. @returns the answer */
export type Door = (name: string, args: Record<string, unknown>) => Promise<unknown>;

/**
 * Signs somebody in who may use the desk.
 *
 * @param operator the superuser of a database with the desk
 */
export async function openDoors(operator: pg.Client, connectionString: string) {
  const staff = randomUUID();
  await operator.query(`insert into desk.staff (user_id, name, role) values ($1, 'Ann', 'owner')`, [staff]);
  const routes = openDeskRoutes(connectionString);
  return {
    doors: { routes: (name, args) => routes.call(staff, name, args) } as Record<string, Door>,
    close: () => routes.close(),
  };
}
