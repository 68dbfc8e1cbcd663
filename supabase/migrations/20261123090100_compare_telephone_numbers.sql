-- The normalised form of a telephone number, for finding a person's leads: `+44 (0)131 496 0123`, `0044 131…`, `O131…`
-- (a letter O), `０１３１…` and `0131… x2` (an extension) become equal. Numbers of other countries keep their +, so that
-- they do not match a British number. Null if there is no digit in the number.
create function private.phone_key(number text)
returns text
language plpgsql
immutable
parallel safe
set search_path = pg_catalog, pg_temp
as $$
declare
  -- Replaces Arabic-Indic and Persian digits; the normalisation NFKC has replaced full-width ones.
  key pg_catalog.text := translate(normalize(number, nfkc), '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789');
begin
  key := regexp_replace(key, '\s*(?:x|ext\.?|extension|#)\s*[0-9]{1,6}\s*$', '', 'i');
  -- Removes words such as "mobile" and "tel.", but keeps a letter O that was typed for a zero.
  key := regexp_replace(key, '[[:alpha:]]*[a-np-z][[:alpha:]]*', '', 'gi');
  key := regexp_replace(key, 'o', '0', 'gi');
  key := regexp_replace(key, '[^0-9+]', '', 'g');
  key := regexp_replace(key, '^00', '+');
  key := regexp_replace(key, '^(?:\+?44)?0?', '');
  return nullif(key, '');
end;
$$;

revoke execute on function private.phone_key(text) from public, anon, authenticated;
alter function private.phone_key(text) owner to leads_owner;
