import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Refusal, signInHint } from '../api/refusal.ts';
import { queryKeys } from '../api/queries.ts';
import type { Json } from './form/json.ts';
import { mergeChanges } from './compare.ts';
import { keep, readKept, settle, type Kept } from './kept-words.ts';
import { isOvertaken, readDocument, saveDocument, type SiteDocument } from './site-calls.ts';
import { siteKeys } from './site-queries.ts';

const SAVE_AFTER_MS = 1_000;
const RETRY_AFTER_MS = 4_000;

/** `kept`: only on this device, because the server does not answer. `refused`: the server does not take it. */
export type SaveState = 'saved' | 'saving' | 'kept' | 'refused' | 'conflict';

/**
 * A document of the site with what is typed in it. It is saved a second after the last change, on leaving, and when the tab is
 * hidden. What the server has not stored is kept on this device. If another owner has saved meanwhile, nothing is saved until
 * this one has chosen.
 */
export function useDocument(person: string, document: SiteDocument) {
  const queries = useQueryClient();
  const { path } = document;
  const [kept, setKept] = useState(() => readKept(person, path));
  const [failure, setFailure] = useState<{ isRefused: boolean; message: string }>();
  const [tries, setTries] = useState(0);
  /** The newest, for saves that begin before the next render. */
  const newest = useRef(kept);
  const saving = useRef<Promise<boolean>>(undefined);
  const ownRevision = useRef(0);

  const left = kept && settle(kept, document);
  const isConflict = left !== undefined && left.base.revision !== document.revision;

  const write = (next: Kept | undefined) => {
    newest.current = next;
    keep(person, path, next);
    setKept(next);
  };

  const store = (stored: SiteDocument) => {
    queries.setQueryData(siteKeys.document(path), stored);
    void queries.invalidateQueries({ queryKey: siteKeys.overview });
    const { current } = newest;
    if (!current) return undefined;
    const next = settle(current, stored);
    write(next);
    return next;
  };

  const saveOnce = async (): Promise<boolean> => {
    const { current } = newest;
    if (current === undefined) return true;
    const { value, base } = current;
    newest.current = { ...current, sent: value };
    keep(person, path, newest.current);
    try {
      const stored = await saveDocument(path, value, base.revision);
      setFailure(undefined);
      ownRevision.current = stored.revision;
      return store(stored) === undefined || (await saveOnce());
    } catch (error) {
      if (isOvertaken(error)) {
        const theirs = await readDocument(path).catch(() => undefined);
        const next = theirs && store(theirs);
        if (theirs === undefined || next === undefined) return theirs !== undefined;
        return next.base.revision === theirs.revision && (await saveOnce());
      }
      if (signInHint(error)) void queries.invalidateQueries({ queryKey: queryKeys.me });
      const isRefused = error instanceof Refusal && !signInHint(error) && error.status !== 429;
      setFailure({ isRefused, message: error instanceof Error ? error.message : '' });
      if (!isRefused) setTimeout(() => setTries((before) => before + 1), RETRY_AFTER_MS);
      return false;
    }
  };
  /** @returns whether everything that was typed is stored */
  const save = (): Promise<boolean> => {
    if (isConflict) return Promise.resolve(false);
    saving.current ??= saveOnce().finally(() => {
      saving.current = undefined;
    });
    return saving.current;
  };
  const saveInEffect = useEffectEvent(save);

  const isLeft = left !== undefined;
  useEffect(() => {
    if (!isLeft) return;
    const timer = setTimeout(() => void saveInEffect(), SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [kept?.value, isLeft, isConflict, tries]);
  useEffect(() => {
    const onHidden = () => globalThis.document.visibilityState === 'hidden' && void saveInEffect();
    const onOnline = () => void saveInEffect();
    globalThis.document.addEventListener('visibilitychange', onHidden);
    addEventListener('online', onOnline);
    return () => {
      globalThis.document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('online', onOnline);
      void saveInEffect();
    };
  }, []);

  const current = { value: document.value, revision: document.revision };
  const state: SaveState = isConflict
    ? 'conflict'
    : left === undefined
      ? 'saved'
      : failure
        ? failure.isRefused
          ? 'refused'
          : 'kept'
        : 'saving';
  return {
    value: left?.value ?? document.value,
    state,
    /** Why it was refused. */
    message: failure?.message,
    base: left?.base.value,
    change: (value: Json) => {
      if (failure?.isRefused) setFailure(undefined);
      write({ value, base: left?.base ?? current, sent: newest.current?.sent });
    },
    save,
    /** The revision that this owner has stored last; 0 if none. */
    ownRevision: () => ownRevision.current,
    /** Forgets what was typed and not stored. */
    forget: () => write(undefined),
    /** In a conflict: goes on with this owner's words. */
    keepMine: () => left && write({ ...left, base: current, sent: undefined }),
    /** In a conflict: goes on with the other owner's words. */
    takeTheirs: () => write(undefined),
    /** In a conflict: goes on with both; where both have changed the same field, with this owner's. */
    keepBoth: () => {
      if (left === undefined) return;
      const { value } = mergeChanges(left.base.value, left.value, document.value);
      write({ ...left, value: value ?? left.value, base: current, sent: undefined });
    },
  };
}
