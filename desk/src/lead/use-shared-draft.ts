import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepOfferDraft } from '../api/calls.ts';
import type { OfferDraft } from '../api/types.ts';
import { clearDraft, readDraft, writeDraft } from '../changes/drafts.ts';
import type { Draft } from './use-draft.ts';

const SAVE_AFTER_MS = 800;
const RETRY_AFTER_MS = 5_000;

type Values = Record<string, string>;

/** Another version of what is typed: from another device or, after that was chosen, what was typed here. */
export type OtherVersion = { values: Values; by: string | undefined; at: string; isChosen: boolean };

const sameText = (values: Values) => JSON.stringify(Object.entries(values).sort());

/**
 * Keeps what is typed in the form of an offer on the server too, so that it can be finished on another device. The tab's
 * own draft (`useDraft`) loses nothing without a connection. If somebody has saved elsewhere since this tab last read,
 * nothing is saved until the user has chosen, and the version that was not chosen can still be taken.
 *
 * @param opened the server's draft as it was when the form was opened; undefined if it could not be read
 * @param isPaused whether nothing is saved, because the offer is being recorded
 */
export function useSharedDraft(
  leadId: string,
  key: string,
  draft: Pick<Draft<never>, 'forget'> & { values: Values; change: (values: Values) => void },
  opened: OfferDraft | null | undefined,
  isPaused: boolean,
) {
  const stateKey = `${key}.shared`;
  const { values, change } = draft;
  const [first] = useState(() => {
    const kept = readDraft(stateKey)?.values;
    const seen = Number(kept?.seen ?? 0);
    const isElsewhere = opened?.values != null && opened.version !== seen;
    return { seen: opened ? opened.version : seen, typedAt: kept?.typedAt, isElsewhere };
  });
  const seen = useRef(first.seen);
  const typedAt = useRef(first.typedAt);
  const stored = useRef(opened?.values ? sameText(opened.values) : readDraft(key) ? '' : sameText(values));
  const isSaving = useRef(false);
  const [tries, setTries] = useState(0);
  const [other, setOther] = useState<OtherVersion | undefined>(() =>
    first.isElsewhere && opened?.values
      ? { values: opened.values, by: opened.by.name, at: opened.at, isChosen: false }
      : undefined,
  );

  const note = (version: number) => {
    seen.current = version;
    writeDraft(stateKey, {
      values: { seen: String(version), ...(typedAt.current && { typedAt: typedAt.current }) },
    });
  };

  const save = useEffectEvent(async () => {
    const text = sameText(values);
    if (text === stored.current || isPaused || isSaving.current || other?.isChosen === false) return;
    isSaving.current = true;
    try {
      const { saved, draft: now } = await keepOfferDraft(leadId, seen.current, values);
      // A response can be lost, so that this tab meets what it has saved itself.
      if (saved || (now?.values && sameText(now.values) === text)) stored.current = text;
      else if (now?.values) {
        stored.current = sameText(now.values);
        setOther({ values: now.values, by: now.by.name, at: now.at, isChosen: false });
      }
      if (now) note(now.version);
    } catch {
      setTimeout(() => setTries((before) => before + 1), RETRY_AFTER_MS);
      return;
    } finally {
      isSaving.current = false;
    }
    setTries((before) => before + 1);
  });
  useEffect(() => {
    const timer = setTimeout(() => void save(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [values, tries, other]);
  useEffect(() => () => void save(), []);
  const text = sameText(values);
  const shown = useRef(text);
  const noteTyping = useEffectEvent(() => {
    if (text === shown.current) return;
    shown.current = text;
    if (text === stored.current) return;
    typedAt.current = new Date().toISOString();
    note(seen.current);
  });
  useEffect(() => noteTyping(), [text]);

  return {
    other,
    /** When something was last typed here; undefined if nothing was. */
    typedAt: () => typedAt.current,
    /** Goes on with the other version, and keeps this one as the other. */
    takeOther: () => {
      if (other === undefined) return;
      setOther({ values, by: undefined, at: typedAt.current ?? new Date().toISOString(), isChosen: true });
      change(other.values);
    },
    /** Goes on with what is typed here. */
    keepOwn: () => {
      if (other === undefined) return;
      stored.current = '';
      setOther({ ...other, isChosen: true });
    },
    /** Empties the draft, here and on the server. @throws {Unavailable} if the server cannot be reached */
    discard: async () => {
      stored.current = text;
      await keepOfferDraft(leadId, seen.current, null);
      clearDraft(stateKey);
      draft.forget();
    },
  };
}
