import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StandingTerms as Terms } from '#server/cases/offer-details.ts';
import { call } from '../api/calls.ts';
import { clearDraft, readDraft, writeDraft } from '../changes/drafts.ts';
import { readStandingTerms, standingValues, type StandingValues } from '../lead/offer-terms.ts';
import { StandingTermFields } from '../lead/StandingTermFields.tsx';
import { exactTime } from '../lib/london.ts';
import { Problem } from '../ui/Problem.tsx';
import { Button } from '../ui/Button.tsx';
import { Form } from '../ui/Form.tsx';
import { SaveButton } from '../ui/SaveButton.tsx';
import { settingsQuery, type Settings } from './settings-query.ts';

const DRAFT = 'standing-terms';

type Typed = StandingValues & { seen: string };

/** The terms with which the form of each offer begins. What was typed is kept until it is saved. */
export function StandingTerms({ terms, version, by, at }: Settings['standing']) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState(() => readDraft(DRAFT)?.values as Typed | undefined);
  const [errors, setErrors] = useState<Partial<StandingValues>>({});
  const { seen, ...values } = typed ?? { ...standingValues(terms), seen: String(version) };
  const leave = () => {
    clearDraft(DRAFT);
    setTyped(undefined);
    setErrors({});
  };
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (next: Terms) => call('save_standing_terms', { seen: Number(seen), terms: next }),
    onSuccess(standing) {
      queries.setQueryData(settingsQuery().queryKey, (old) => old && { ...old, standing });
      leave();
    },
    // Somebody else may have saved other terms.
    onError: () => queries.invalidateQueries(settingsQuery()),
  });
  const save = () => {
    const read = readStandingTerms(values);
    setErrors(read.errors);
    if (Object.keys(read.errors).length === 0) mutate(read.terms);
  };
  return (
    <section>
      <h2 className="text-h3">Terms of your offers</h2>
      <p>The form of each offer begins with these. Whoever makes the offer can change them there.</p>
      <p className="hint">
        {by && at
          ? `Saved by ${by.name}, ${exactTime(at)}.`
          : 'Nobody has saved any yet. Until then, an offer begins with what the last offers to two sellers share.'}
      </p>
      <Form onSave={save} isReadOnly={isPending}>
        <StandingTermFields
          field={(name) => ({
            value: values[name],
            error: errors[name],
            onText(text) {
              const next = { ...values, seen, [name]: text };
              setTyped(next);
              setErrors({ ...errors, [name]: undefined });
              reset();
              writeDraft(DRAFT, { values: next });
            },
          })}
        />
        <Problem>{error?.message}</Problem>
        <div className="flex flex-wrap items-center gap-3">
          <SaveButton isSending={isPending}>Save the terms</SaveButton>
          {typed && (
            <Button
              onClick={() => {
                reset();
                leave();
              }}
            >
              Leave them as they are
            </Button>
          )}
          <p role="status">{isSuccess ? 'Saved. The next offer begins with them.' : ''}</p>
        </div>
      </Form>
    </section>
  );
}
