import { createClient } from '@supabase/supabase-js';
import { PUBLIC_SUPABASE_KEY, PUBLIC_SUPABASE_URL } from 'astro:env/client';
import type { LEAD_COLUMNS } from '#lead/lead.ts';

export type LeadRow = Partial<Record<(typeof LEAD_COLUMNS)[number], string>>;

/** What the site uses of the database. */
type Database = {
  public: {
    Tables: { leads: { Row: LeadRow; Insert: LeadRow; Update: LeadRow; Relationships: [] } };
    Views: Record<string, never>;
    Functions: Record<string, never>;
  };
};

/**
 * The site's Supabase client. Import this module only dynamically, as `send-lead.ts` does: it is the largest
 * script of the site and only needed to send a form.
 *
 * The firm's specification sets the options in `auth`. Nobody signs in on the site, so nothing is written to local
 * storage.
 */
export const supabase = createClient<Database>(
  PUBLIC_SUPABASE_URL || window.location.origin,
  PUBLIC_SUPABASE_KEY,
  {
    auth: { persistSession: true, autoRefreshToken: true, storage: readableLocalStorage() },
  },
);

/** Sent with every call, so that a lead is inserted as the anonymous role even if this browser has a session. */
export const ANONYMOUS_AUTHORIZATION = `Bearer ${PUBLIC_SUPABASE_KEY}`;

/** Where storage is blocked, reading `localStorage` throws. The Supabase client then uses memory instead. */
function readableLocalStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}
