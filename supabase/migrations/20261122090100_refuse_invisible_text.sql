-- A text of only soft hyphens, word joiners, Hangul fillers or tag characters counts as empty, as in the forms
-- (supabase/functions/_shared/lead/text.ts). The trigger function prepare_lead sets it to '', and the constraints on
-- length refuse that. A restore of a backup does not run triggers, so it still accepts older leads with such a text; a
-- constraint against invisible text would refuse them.

create or replace function private.prepare_lead()
returns trigger
language plpgsql
set search_path = ''
as $$
declare
  blank constant text := U&'\0009\000A\000B\000C\000D\0020\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF';
  -- One visible character: none that Unicode lists as Default_Ignorable_Code_Point or White_Space, no control
  -- character, and not the empty Braille pattern.
  visible constant text := '[^\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  -- A valuation's name needs a visible character before and after a space.
  visible_name constant text :=
    case new.source when 'valuation_form' then concat(visible, '.* .*', visible) else visible end;
begin
  new.id := gen_random_uuid();
  new.created_at := now();
  new.name := btrim(new.name, blank);
  new.email := btrim(new.email, blank);
  new.phone := btrim(new.phone, blank);
  new.postcode := btrim(new.postcode, blank);
  new.address := btrim(new.address, blank);
  new.message := btrim(new.message, blank);
  if new.name !~ visible_name then new.name := ''; end if;
  if new.phone !~ visible then new.phone := ''; end if;
  if new.postcode !~ visible then new.postcode := ''; end if;
  if new.address !~ visible then new.address := ''; end if;
  if new.message !~ visible then new.message := ''; end if;
  return new;
end;
$$;
