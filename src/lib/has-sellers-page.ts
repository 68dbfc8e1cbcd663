import { PUBLIC_SUPABASE_URL } from 'astro:env/client';

/**
 * Whether the site has the seller's own page. Our server answers the page's calls, at the site's origin. A site on a
 * static host, whose forms send to a Supabase, has no such page and does not speak of one.
 */
export const HAS_SELLERS_PAGE = PUBLIC_SUPABASE_URL === '';
