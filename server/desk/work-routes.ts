import { Hono, type Context } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import { recordCosts } from '../cases/actual-costs.ts';
import { answered } from '../cases/answered.ts';
import { assign, claim, release } from '../cases/assignment.ts';
import type { Call } from '../cases/call.ts';
import { changeLead, type Change, type OfLead } from '../cases/change.ts';
import { addPaper, addPaperGiven, removePaper } from '../cases/change-papers.ts';
import { calendarFeed } from '../cases/calendar-feed.ts';
import { changes } from '../cases/changes.ts';
import { answerComplaint, recordComplaint } from '../cases/complaints.ts';
import { logCall } from '../cases/contact.ts';
import { setContactRules } from '../cases/contact-rules.ts';
import { erase } from '../cases/erase.ts';
import { exportCsv } from '../cases/export.ts';
import { readFirstScreen } from '../cases/first-screen.ts';
import { funnel } from '../cases/funnel.ts';
import { hold } from '../cases/hold.ts';
import { inbox } from '../cases/inbox.ts';
import { openLead } from '../cases/lead.ts';
import { confirmAddress, endLinks, makeLink } from '../cases/links.ts';
import { describeMe, requireOwner, type Member } from '../cases/members.ts';
import { merge } from '../cases/merge.ts';
import { offer } from '../cases/new-offer.ts';
import { plan } from '../cases/next-step.ts';
import { note } from '../cases/note.ts';
import { changeOffer } from '../cases/offer-change.ts';
import { keepOfferDraft, offerForm } from '../cases/offer-draft.ts';
import { person } from '../cases/people.ts';
import { reply } from '../cases/reply.ts';
import { deleteReply, savedReplies, saveReply } from '../cases/saved-replies.ts';
import { search } from '../cases/search.ts';
import { mailSeller } from '../cases/seller-mail.ts';
import { setStage } from '../cases/stage.ts';
import { saveStandingTerms } from '../cases/standing-terms.ts';
import { distrust, trust } from '../cases/suspicion.ts';
import type { Database } from '../database/open-database.ts';
import { sql, type Db } from '../database/statement.ts';
import { transact } from '../database/transact.ts';
import { json, optional, uuid, type JsonInput } from '../http/json.ts';
import { acceptInTurn } from '../papers/accept-file.ts';
import { answerContents, ofPaper, readContents } from '../papers/download.ts';
import type { NewerVersions } from '../operations/newer-versions.ts';
import type { ReadRoom } from '../papers/room.ts';
import { beginUpload, endUpload, ofPart, ofUpload, readUploaded, storePart } from '../cases/uploads.ts';
import type { Publishing } from '../publishing/publishing.ts';
import { keepDates } from '../seller/note-dates.ts';
import { deviceCalls, testDevice } from './push/devices.ts';
import type { PushService } from './push/push-service.ts';
import { ownerMails, sendTest } from './owner-mails.ts';
import { changePerson, endPerson, invite, people, sendLink, type PeopleCall } from './people.ts';
import { siteRoutes } from './site-routes.ts';
import { createOwnerCheck, type RequireMember } from './sign-in/require-member.ts';
import { describeVersion } from './version.ts';
import { readSettings, type ServerSettings } from './settings.ts';
import { sitePictureRoutes } from './site-picture-routes.ts';

type Dependencies = {
  pool: pg.Pool;
  /** Works as the owner of the tables, who alone makes and ends accounts. */
  asOwner: Database['asOwner'];
  /** Who has sent the request. @throws {Refused} 403 for anybody who may not work at the desk */
  requireMember: RequireMember;
  /** Whether there is room for more files. */
  readRoom: ReadRoom;
  newerVersions: Pick<NewerVersions, 'list'>;
  serverSettings: ServerSettings;
  /** Called with the erased leads' ids after `erase`, before the response is sent. */
  onErased: (leadIds: readonly string[]) => Promise<void>;
  /** Where messages to devices are sent, and the desk's address in them. */
  push: { service: PushService; deskUrl: string };
  publishing: Publishing;
};

/**
 * What staff read and do: `POST /api/{call}` with the arguments as JSON. The type of these routes is the contract with the
 * desk's app. Each call is one transaction, which begins with the question who has sent it.
 */
export function workRoutes({
  pool,
  asOwner,
  requireMember,
  onErased,
  readRoom,
  newerVersions,
  serverSettings,
  push,
  publishing,
}: Dependencies) {
  const { addDevice, chooseAlerts, devices, keepDevice, removeDevice } = deviceCalls(push.service);

  const requireOwnerOf = createOwnerCheck(pool, requireMember);

  function asMember<T>(c: Context, work: (db: Db, me: Member) => Promise<T>): Promise<T> {
    const readMember = requireMember(c);
    return transact(pool, async (db) => work(db, await readMember(db)));
  }

  const change =
    <Schema extends z.ZodType<OfLead>>(kind: Change<Schema>) =>
    async (c: Context<object, string, JsonInput<Schema>>) => {
      const given = c.req.valid('json');
      return c.json(await asMember(c, (db, me) => changeLead(db, me, kind, given, keepDates)));
    };

  const answer =
    <Schema extends z.ZodType, Answer extends object>({ work }: Call<Schema, Answer>) =>
    async (c: Context<object, string, JsonInput<Schema>>) => {
      const given = c.req.valid('json');
      return c.json(await asMember(c, (db, me) => work(db, me, given)));
    };

  const changePeople =
    <Schema extends z.ZodType>({ work }: PeopleCall<Schema>) =>
    async (c: Context<object, string, JsonInput<Schema>>) => {
      const given = c.req.valid('json');
      const { id } = await requireOwnerOf(c);
      return c.json(await asOwner((client) => work(client, given, id)));
    };

  /** Staff send files for a lead. Only an owner sends one for none: a picture of the site. */
  const senderFor = (leadId: string | null) => (me: Member) => {
    if (leadId === null) requireOwner(me);
    return { leadId, by: me.id };
  };

  return new Hono()
    .route('/', siteRoutes({ asOwner, requireOwner: requireOwnerOf, publishing }))
    .route('/', sitePictureRoutes({ pool, asOwner, requireOwner: requireOwnerOf }))
    .post('/me', async (c) => c.json(await asMember(c, describeMe)))
    .post('/first_screen', async (c) => c.json(await asMember(c, readFirstScreen)))
    .post('/calendar_feed', json(calendarFeed.given), answer(calendarFeed))
    .post('/changes', json(changes.given), answer(changes))
    .post('/erase', json(erase.given), async (c) => {
      const given = c.req.valid('json');
      const erased = await asMember(c, (db, me) => erase.work(db, me, given));
      await onErased(erased.lead_ids);
      return c.json(erased);
    })
    .post('/export_csv', json(exportCsv.given), answer(exportCsv))
    .post('/funnel', json(funnel.given), answer(funnel))
    .post('/inbox', json(inbox.given), answer(inbox))
    .post('/keep_offer_draft', json(keepOfferDraft.given), answer(keepOfferDraft))
    .post('/offer_form', json(offerForm.given), answer(offerForm))
    .post('/owner_mails', json(ownerMails.given), answer(ownerMails))
    .post('/send_test', json(sendTest.given), answer(sendTest))
    .post('/people', json(people.given), changePeople(people))
    .post('/invite', json(invite.given), changePeople(invite))
    .post('/send_link', json(sendLink.given), changePeople(sendLink))
    .post('/change_person', json(changePerson.given), changePeople(changePerson))
    .post('/end_person', json(endPerson.given), changePeople(endPerson))
    .post('/person', json(person.given), answer(person))
    .post('/search', json(search.given), answer(search))
    .post('/saved_replies', json(savedReplies.given), answer(savedReplies))
    .post('/save_reply', json(saveReply.given), answer(saveReply))
    .post('/delete_reply', json(deleteReply.given), answer(deleteReply))
    .post('/settings', json(z.object({})), async (c) =>
      c.json(await asMember(c, (db, me) => readSettings(db, me, serverSettings))),
    )
    .post('/save_standing_terms', json(saveStandingTerms.given), answer(saveStandingTerms))
    .post('/version', json(z.object({})), async (c) =>
      c.json(await asMember(c, (_db, me) => Promise.resolve(describeVersion(me, newerVersions)))),
    )
    .post('/lead', json(z.object({ lead_id: uuid })), async (c) => {
      const { lead_id } = c.req.valid('json');
      return c.json(await asMember(c, (db, me) => openLead(db, me, lead_id)));
    })
    .post('/answer_complaint', json(answerComplaint.given), change(answerComplaint))
    .post('/begin_upload', json(z.object({ lead_id: optional(uuid), ...ofUpload })), async (c) => {
      const given = c.req.valid('json');
      const sender = senderFor(given.lead_id);
      return c.json(await asMember(c, (db, me) => beginUpload(db, given, sender(me), readRoom)));
    })
    .post('/upload_part', json(z.object({ lead_id: optional(uuid), ...ofPart })), async (c) => {
      const given = c.req.valid('json');
      const sender = senderFor(given.lead_id);
      return c.json(await asMember(c, (db, me) => storePart(db, given, sender(me))));
    })
    .post('/add_paper', json(addPaperGiven), (c) => {
      const { lead_id: leadId, request_id: id } = c.req.valid('json');
      return acceptInTurn(
        () => asMember(c, (db, me) => readUploaded(db, id, { leadId, by: me.id })),
        (file) => change(addPaper(file))(c),
        () => asMember(c, (db) => endUpload(db, id)),
      );
    })
    .post('/read_paper', json(z.object(ofPaper)), async (c) => {
      const given = c.req.valid('json');
      return answerContents(c, await asMember(c, (db) => readContents(db, given, sql`true`)));
    })
    .post('/remove_paper', json(removePaper.given), change(removePaper))
    .post('/answered', json(answered.given), change(answered))
    .post('/assign', json(assign.given), change(assign))
    .post('/change_offer', json(changeOffer.given), change(changeOffer))
    .post('/add_device', json(addDevice.given), answer(addDevice))
    .post('/choose_alerts', json(chooseAlerts.given), answer(chooseAlerts))
    .post('/devices', json(devices.given), answer(devices))
    .post('/keep_device', json(keepDevice.given), answer(keepDevice))
    .post('/remove_device', json(removeDevice.given), answer(removeDevice))
    .post('/test_device', json(testDevice.given), async (c) => {
      const given = c.req.valid('json');
      const device = await asMember(c, (db, me) => testDevice.read(db, me, given));
      return c.json(await testDevice.send(pool, push, given.device_id, device));
    })
    .post('/claim', json(claim.given), change(claim))
    .post('/confirm_address', json(confirmAddress.given), change(confirmAddress))
    .post('/distrust', json(distrust.given), change(distrust))
    .post('/end_links', json(endLinks.given), change(endLinks))
    .post('/hold', json(hold.given), change(hold))
    .post('/log_call', json(logCall.given), change(logCall))
    .post('/mail_seller', json(mailSeller.given), change(mailSeller))
    .post('/make_link', json(makeLink.given), change(makeLink))
    .post('/merge', json(merge.given), change(merge))
    .post('/note', json(note.given), change(note))
    .post('/offer', json(offer.given), change(offer))
    .post('/plan', json(plan.given), change(plan))
    .post('/record_complaint', json(recordComplaint.given), change(recordComplaint))
    .post('/record_costs', json(recordCosts.given), change(recordCosts))
    .post('/release', json(release.given), change(release))
    .post('/reply', json(reply.given), change(reply))
    .post('/set_contact_rules', json(setContactRules.given), change(setContactRules))
    .post('/set_stage', json(setStage.given), change(setStage))
    .post('/trust', json(trust.given), change(trust));
}

export type WorkRoutes = ReturnType<typeof workRoutes>;
