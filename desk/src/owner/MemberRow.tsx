import { useState } from 'react';
import { STAFF_ROLES, type StaffRole } from '#server/database/codes.ts';
import { dayMonthYear, londonDate } from '../lib/london.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import { ChoiceField, TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { ROLE_WORDS } from './InviteForm.tsx';
import { usePeopleChange, type Member } from './use-people-change.ts';

const DAY_MS = 86_400_000;

/** A member of staff, with what an owner can do. Nobody ends their own access. */
export function MemberRow({ member, isMe }: { member: Member; isMe: boolean }) {
  const { id, name, email, role } = member;
  const [isChanging, setChanging] = useState(false);
  const sending = usePeopleChange('send_link');
  const hidden = <span className="sr-only">{` for ${name}`}</span>;
  return (
    <li>
      <div className="row">
        <p className="min-w-0 wrap-anywhere">
          <strong>{name}</strong>
          {isMe && <span className="hint"> (you)</span>}
          <span className="block">{`${STAFF_ROLES[role]}, ${email}`}</span>
          <span className="hint block">{[keysOf(member), lastSeen(member)].filter(Boolean).join(' ')}</span>
          {linkOf(member) && <span className="hint block">{linkOf(member)}</span>}
        </p>
        {!isChanging && (
          <div className="-mx-3 flex flex-wrap">
            <Button variant="plain" size="small" onClick={() => setChanging(true)}>
              Change name or role{hidden}
            </Button>
            {!isMe && (
              <>
                <Button
                  variant="plain"
                  size="small"
                  aria-disabled={sending.isPending}
                  onClick={() => sending.mutate({ user_id: id })}
                >
                  Send a new link{hidden}
                </Button>
                <Ending member={member} />
              </>
            )}
          </div>
        )}
      </div>
      <Problem>{sending.error?.message}</Problem>
      {isChanging && <Changing member={member} close={() => setChanging(false)} />}
    </li>
  );
}

function keysOf({ passkeys, has_app: hasApp }: Member): string {
  const keys = [
    passkeys > 0 && (passkeys === 1 ? 'a passkey' : `${passkeys} passkeys`),
    hasApp && 'an authenticator app',
  ].filter(Boolean);
  return keys.length === 0 ? 'Has not made a key yet.' : `Signs in with ${keys.join(' and ')}.`;
}

function lastSeen({ last_seen_at: at }: Member): string {
  if (at === null) return '';
  return londonDate(at) === londonDate(Date.now()) ? 'Seen today.' : `Last seen ${dayMonthYear(at)}.`;
}

/** What became of the link, as long as that matters. */
function linkOf({ link, passkeys, has_app: hasApp }: Member): string | undefined {
  if (link === null) return undefined;
  const isOld = (time: string) => Date.now() - Date.parse(time) > DAY_MS;
  if (link.sent_at === null) {
    return isOld(link.made_at)
      ? 'The email with the link could not be sent. Send a new one.'
      : 'The email with the link waits to be sent.';
  }
  if (passkeys > 0 || hasApp) return isOld(link.sent_at) ? undefined : 'A new link was sent.';
  return isOld(link.sent_at)
    ? 'The link has expired. Send a new one.'
    : 'The link was sent, and has not been used yet.';
}

function Changing({ member, close }: { member: Member; close: () => void }) {
  const [name, setName] = useState(member.name);
  const [role, setRole] = useState<StaffRole>(member.role);
  const { mutate, isPending, error } = usePeopleChange('change_person', close);
  return (
    <div className="py-3">
      <Form isReadOnly={isPending} onSave={() => mutate({ user_id: member.id, name, role })}>
        <TextField label="Name" value={name} onText={setName} />
        <ChoiceField
          label="Role"
          words={ROLE_WORDS}
          value={role}
          onText={(given) => setRole(given as StaffRole)}
        />
        <Problem>{error?.message}</Problem>
        <div className="flex flex-wrap gap-2">
          <SaveButton isSending={isPending}>Save</SaveButton>
          <Button variant="plain" onClick={close}>
            Cancel
          </Button>
        </div>
      </Form>
    </div>
  );
}

function Ending({ member: { id, name } }: { member: Member }) {
  const { mutateAsync } = usePeopleChange('end_person');
  return (
    <ConfirmDialog
      trigger={
        <>
          End access<span className="sr-only">{` for ${name}`}</span>
        </>
      }
      title={`End the access of ${name}?`}
      action="End it"
      onConfirm={() => mutateAsync({ user_id: id })}
    >
      They are signed out everywhere at once. Their passkeys and links, the notifications on their devices and
      the address of their calendar stop working. Their open leads are free again. What they did stays in the
      history, with their name.
    </ConfirmDialog>
  );
}
