-- Gives everything to leads_owner, a role that cannot log in, and then grants each privilege by name. No role may delete:
-- desk.erase_leads and the owner's clean-up are the only ways. No role may change or delete an event, an offer or a text.

do $$
declare
  item record;
begin
  for item in
    select 'table' as kind, oid::regclass::text as name, relkind from pg_catalog.pg_class
    where relkind in ('r', 'v') and relnamespace = 'desk'::regnamespace
    union all
    select 'function', oid::regprocedure::text, null from pg_catalog.pg_proc
    where pronamespace = 'desk'::regnamespace
  loop
    execute format('alter %s %s owner to leads_owner', item.kind, item.name);
    if item.relkind = 'r' then
      execute format('alter table %s enable row level security', item.name);
      execute format(
        'create policy "The desk works on the rows that its privileges allow" on %s for all to desk using (true)',
        item.name
      );
    end if;
  end loop;
end;
$$;
alter type desk.stage owner to leads_owner;

-- The staff's work.
grant usage on schema public, private, desk to desk;
create policy "The desk reads leads, and marks and corrects them" on public.leads for all to desk using (true);
grant select, update (suspect_reasons, phone, email) on public.leads to desk;
create policy "The desk queues mails and takes them back" on private.notifications for all to desk using (true);
grant select, insert (lead_id, kind, number, event_id, next_attempt_at), update (cancelled_at, event_id)
on private.notifications to desk;
create policy "The desk sees each attempt" on private.delivery_attempts for select to desk using (true);
grant select on private.delivery_attempts to desk;
grant select on all tables in schema desk to desk;
revoke select on desk.site_changes, desk.site_work, desk.site_pictures, desk.site_picture_sizes from desk;
grant insert on
  desk.cases, desk.events, desk.texts, desk.requests, desk.offers, desk.offer_drafts, desk.actual_costs, desk.enquiry_keys,
  desk.lead_origins, desk.mail_counts, desk.refused_addresses, desk.mailboxes, desk.alerts, desk.pushes,
  desk.saved_replies, desk.faults
to desk;
grant update (told_at) on desk.alerts to desk;
grant update (next_attempt_at, attempts, begun_at, ended_at, outcome) on desk.pushes to desk;
grant update (told_of, quiet_from, quiet_to) on desk.staff to desk;
grant insert (user_id, kind, day), update (next_attempt_at, tries, sent_at, cancelled_at) on desk.staff_mails to desk;
grant update (since, until) on desk.faults to desk;
-- Whom staff invite, and whose access they end, is the work of the tables' owner (server/desk/people.ts).
grant update (weekly_mail) on desk.staff to desk;
grant update (
  stage, reached, close_reason, assignee, given_by, seen_at, version, first_contact_at, open_seconds_to_contact, tried_at,
  next_action, next_at, asked_at, question_at, complaint_due, do_not_call, vulnerable, contact_rules, hold_until, hold_reason, duplicate_of, is_suspect, phone_key,
  email_key, search_text, links_ended_at, changed_at
) on desk.cases to desk;
grant update (version, body, saved_by, saved_at) on desk.offer_drafts to desk;
grant update (adopted_at, offer_terms, offer_terms_version, offer_terms_saved_by, offer_terms_saved_at) on desk.settings
to desk;
grant update (feed_hash, feed_made_at) on desk.staff to desk;
grant update (ends_at, confirmed_at, wrong_tries) on desk.enquiry_keys to desk;
grant update (refused_at) on desk.refused_addresses to desk;
grant update (uid_validity, last_uid, waiting) on desk.mailboxes to desk;
grant update (name, body, version, saved_by, saved_at, removed_at) on desk.saved_replies to desk;
grant update (ends_at, counted_at) on desk.mail_counts to desk;
grant insert on desk.papers, desk.paper_contents, desk.uploads, desk.upload_parts to desk, seller;
grant update (seal_key, removed_at) on desk.papers to desk, seller;
grant update (received, touched_at, ended_at) on desk.uploads to desk, seller;
create policy "The desk counts by a keyed hash" on private.secrets for select to desk
using (name = 'submission');
grant select on private.secrets to desk;
grant execute on function desk.erase_leads(uuid[], text, uuid, uuid) to desk;
-- The constraint offers_lines_add_up calls this function with the privileges of the role that makes the offer.
grant execute on function desk.sum_of(int[]) to desk;

-- The seller's page. Its login sees only what the key of the call opens (desk.opened_lead).
grant usage on schema public, private, desk to seller;
create policy "A seller sees and corrects the opened enquiry" on public.leads for all to seller
using (id = (select desk.opened_lead())) with check (id = (select desk.opened_lead()));
grant select, update (phone, email) on public.leads to seller;
create policy "A seller sees the mails about the opened enquiry" on private.notifications for select to seller
using (lead_id = (select desk.opened_lead()));
create policy "A seller has mails sent about what they did with the opened enquiry" on private.notifications for insert to seller
with check (kind in ('asked', 'date', 'contact_changed') and lead_id = (select desk.opened_lead()));
create policy "A seller takes back mails about the opened enquiry" on private.notifications for update to seller
using (lead_id = (select desk.opened_lead()));
grant
  select (
    lead_id, kind, number, submission_id, made_at, next_attempt_at, sent_at, cancelled_at, event_id, read_at
  ),
  insert (lead_id, kind, number, event_id, next_attempt_at),
  update (cancelled_at, read_at)
on private.notifications to seller;
do $$
declare
  name text;
begin
  foreach name in array array['events', 'offers', 'enquiry_keys'] loop
    execute format(
      'create policy "A seller sees what is about the opened enquiry" on desk.%I for select to seller
       using (lead_id = (select desk.opened_lead()))',
      name
    );
  end loop;
  foreach name in array array['staff', 'settings', 'opening_hours', 'special_days'] loop
    execute format('create policy "The page of every seller needs it" on desk.%I for all to seller using (true)', name);
  end loop;
end;
$$;
create policy "A seller sees what the opened offers cost in the end" on desk.actual_costs for select to seller
using (offer_id in (select id from desk.offers where lead_id = (select desk.opened_lead())));
create policy "A seller sees and changes the opened case" on desk.cases for all to seller
using (lead_id = (select desk.opened_lead()));
create policy "A seller sees and writes texts about the opened enquiry" on desk.texts for all to seller
using (lead_id = (select desk.opened_lead()));
create policy "A seller's event has no member of staff" on desk.events for insert to seller
with check (actor is null and lead_id = (select desk.opened_lead()));
create policy "A seller sees the papers that are shown to them, and adds and removes their own" on desk.papers for all to seller
using (lead_id = (select desk.opened_lead()) and is_shown)
with check (lead_id = (select desk.opened_lead()) and added_by is null);
create policy "A seller sees and adds the contents of these papers" on desk.paper_contents for all to seller
using (paper_id in (select id from desk.papers where lead_id = (select desk.opened_lead())))
with check (paper_id in (select id from desk.papers where lead_id = (select desk.opened_lead()) and added_by is null));
create policy "A seller sends files to the opened enquiry" on desk.uploads for all to seller
using (lead_id = (select desk.opened_lead()) and added_by is null);
create policy "A seller sends the parts of these files" on desk.upload_parts for all to seller
using (upload_id in (select id from desk.uploads where lead_id = (select desk.opened_lead())));
create policy "What a seller asks is told to staff" on desk.alerts for insert to seller
with check (kind in ('message', 'call') and lead_id = (select desk.opened_lead()));
create policy "A seller makes read-only keys" on desk.enquiry_keys for insert to seller
with check (made_for = 'shared' and lead_id = (select desk.opened_lead()));
create policy "A seller uses and ends keys to the opened enquiry" on desk.enquiry_keys for update to seller
using (lead_id = (select desk.opened_lead()));
-- A request to erase names no lead, because its row must outlive the lead.
create policy "A seller's requests are about the opened enquiry, or about no lead" on desk.requests for all to seller
using (lead_id is null or lead_id = (select desk.opened_lead()));
grant select on
  desk.cases, desk.events, desk.texts, desk.requests, desk.offers, desk.actual_costs, desk.enquiry_keys, desk.opening_hours,
  desk.special_days, desk.papers, desk.paper_contents, desk.uploads, desk.upload_parts
to seller;
-- What every visitor reads on the site: figures, and no lead.
grant select on desk.our_record to seller;
grant select (user_id, name) on desk.staff to seller;
grant select (complaint_days) on desk.settings to seller;
grant insert (actor, lead_id, kind, facts, request_id) on desk.events to seller;
grant insert on desk.texts, desk.requests, desk.enquiry_keys to seller;
grant insert (event_id, kind, lead_id, due_at) on desk.alerts to seller;
grant update (
  stage, close_reason, version, next_action, next_at, asked_at, question_at, complaint_due, do_not_call, changed_at
) on desk.cases to seller;
grant update (last_used_at, ends_at) on desk.enquiry_keys to seller;
grant execute on function
  desk.opened_lead(), desk.is_unconfirmed(), desk.leads_without_case(), desk.erase_leads(uuid[], text, uuid, uuid)
to seller;

-- The constraint leads_rules calls this function with the privileges of the role that changes the lead.
grant execute on function private.check_lead(text, text, text, text, text, text, text, text, text, text) to desk, seller;

-- The mail to the firm says by when a reply is promised. That is all that the function send-email reads of the desk.
grant usage on schema desk to mailer;
grant select on desk.opening_hours, desk.special_days to mailer;
create policy "The mailer reads the hours" on desk.opening_hours for select to mailer using (true);
create policy "The mailer reads the days" on desk.special_days for select to mailer using (true);

-- The health check and the metrics count the messages to devices.
grant usage on schema desk to leads_probe;
create policy "The health check counts the messages to devices" on desk.pushes for select to leads_probe using (true);
grant select (expires_at, next_attempt_at, begun_at, ended_at, outcome) on desk.pushes to leads_probe;
