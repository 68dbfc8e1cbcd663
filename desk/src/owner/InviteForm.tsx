import { useState } from 'react';
import { STAFF_ROLES, type StaffRole } from '#server/database/codes.ts';
import { Problem } from '../ui/Problem.tsx';
import { ChoiceField, TextField } from '../ui/Field.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { usePeopleChange } from './use-people-change.ts';

const EMPTY = { name: '', email: '', role: 'staff' as StaffRole };

/** What a role may do, beside its name. */
export const ROLE_WORDS: Record<StaffRole, string> = {
  staff: `${STAFF_ROLES.staff}: works on leads`,
  owner: `${STAFF_ROLES.owner}: may also invite, export, look people up and erase`,
};

/** Invites somebody by email. What was typed stays until the invitation is stored. */
export function InviteForm() {
  const [given, setGiven] = useState(EMPTY);
  const [invited, setInvited] = useState<string>();
  const { mutate, isPending, error } = usePeopleChange('invite', () => {
    setInvited(given.email);
    setGiven(EMPTY);
  });
  const set = (changed: Partial<typeof EMPTY>) => {
    setInvited(undefined);
    setGiven({ ...given, ...changed });
  };
  return (
    <section>
      <h2 className="text-h3">Invite somebody</h2>
      <p>They get an email with a link that opens the desk once, within 24 hours.</p>
      <Form isReadOnly={isPending} onSave={() => mutate(given)}>
        <TextField
          label="Their name"
          value={given.name}
          autoComplete="off"
          onText={(name) => set({ name })}
        />
        <TextField
          label="Their email address at work"
          type="email"
          value={given.email}
          autoComplete="off"
          onText={(email) => set({ email })}
        />
        <ChoiceField
          label="Role"
          words={ROLE_WORDS}
          value={given.role}
          onText={(role) => set({ role: role as StaffRole })}
        />
        <Problem>{error?.message}</Problem>
        <div>
          <SaveButton isSending={isPending}>Invite</SaveButton>
        </div>
      </Form>
      <div role="status" className="empty:hidden">
        {invited !== undefined && <p className="notice">{`An email goes to ${invited}.`}</p>}
      </div>
    </section>
  );
}
