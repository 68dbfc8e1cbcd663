import { createClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { LEAD_COLUMNS } from '../../supabase/functions/_shared/lead/lead.ts';

/** Any lead as a row: each source fills its own columns. */
export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string>>;

/** What of the database the site may name: it inserts leads, and reads nothing. */
type Database = {
  public: {
    Tables: { leads: { Row: LeadRow; Insert: LeadRow; Update: never; Relationships: [] } };
    Views: Record<string, never>;
    Functions: Record<string, never>;
  };
};

/**
 * The one Supabase client. Import this module only dynamically (`send-lead.ts` does): it is the largest
 * script of the site, and nobody needs it before a form is used.
 *
 * The session settings are the specification's. No screen signs in, so nothing is ever written to local
 * storage.
 */
export const supabase = createClient<Database>(
  PUBLIC_SUPABASE_URL || window.location.origin,
  PUBLIC_SUPABASE_KEY,
  {
    auth: { persistSession: true, autoRefreshToken: true, storage: readableLocalStorage() },
  },
);

/** Sent with every call: a lead is inserted as the anonymous role even by somebody who is signed in elsewhere. */
export const ANONYMOUS_AUTHORIZATION = `Bearer ${PUBLIC_SUPABASE_KEY}`;

/** Naming `localStorage` throws where storage is blocked; the client then keeps its session in memory. */
function readableLocalStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
