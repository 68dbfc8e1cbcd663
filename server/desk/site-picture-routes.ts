import { Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { endUpload, readUploaded } from '../cases/uploads.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { Database } from '../database/open-database.ts';
import { transact } from '../database/transact.ts';
import { json, text, uuid } from '../http/json.ts';
import { acceptInTurn } from '../papers/accept-file.ts';
import { readPicture, storePicture } from '../publishing/pictures.ts';
import { Refused } from '../refused.ts';
import type { RequireOwner } from './sign-in/require-member.ts';

type Dependencies = { pool: pg.Pool; asOwner: Database['asOwner']; requireOwner: RequireOwner };

/**
 * The pictures of the site's texts, for owners. One is sent with the calls `begin_upload` and `upload_part`, for no lead, and
 * then added here.
 */
export function sitePictureRoutes({ pool, asOwner, requireOwner }: Dependencies) {
  return new Hono()
    .post('/add_site_picture', json(z.object({ upload_id: uuid })), async (c) => {
      const { upload_id: uploadId } = c.req.valid('json');
      const { id: by } = await requireOwner(c);
      const end = () => transact(pool, (db) => endUpload(db, uploadId));
      const picture = await acceptInTurn(
        () => transact(pool, (db) => readUploaded(db, uploadId, { leadId: null, by })),
        (file) =>
          asOwner((client) => inTransaction(client, () => storePicture(client, { uploadId, by }, file))),
        end,
      );
      await end();
      return c.json(picture);
    })
    .post('/read_site_picture', json(z.object({ id: text })), async (c) => {
      const { id } = c.req.valid('json');
      await requireOwner(c);
      const contents = await asOwner((client) => readPicture(client, id));
      if (!contents) throw new Refused(404, 'no_such_picture', 'This picture is not here any more.');
      c.header('content-type', 'image/webp');
      c.header('x-content-type-options', 'nosniff');
      c.header('cache-control', 'private, no-store');
      return c.body(new Uint8Array(contents));
    });
}
