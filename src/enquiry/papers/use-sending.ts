import { useEffect, useEffectEvent, useState } from 'react';
import { sendFile, type PartAnswer, type SendPart } from '../../lib/files/send-file.ts';
import { shrinkPicture } from '../../lib/files/shrink-picture.ts';
import { randomUuid } from '../../forms/core/uuid.ts';
import { call, WRITE_LIMIT_MS, write, type Failure } from '../calls.ts';
import { useShared } from '../context.ts';
import { failureInWords } from '../WriteNote.tsx';

/** A file that is being sent, or was refused. */
export type Sending = { id: string; name: string; share: number; refusal?: string };

/**
 * The ids of files whose answer was lost, so that they may be stored, by the hash of their contents. If such a file is chosen
 * again, it is sent with the same id, so that the server stores it once.
 */
const unanswered = new Map<string, string>();

async function hashOf(contents: Blob): Promise<string> {
  // On a phone that opens the development server over http, nothing can be hashed.
  if (!isSecureContext) return randomUuid();
  return new Uint8Array(await crypto.subtle.digest('SHA-256', await contents.arrayBuffer())).join();
}

const AT_ONCE = 10;
const RETRY_MS = 3_000;

function partAnswerOf(failure: Failure): PartAnswer {
  switch (failure.kind) {
    case 'unreachable':
    case 'busy':
      return { ok: false, waitMs: RETRY_MS };
    case 'too_many':
      return { ok: false, waitMs: failure.waitMs };
    case 'changed':
      return { ok: false, message: 'It did not arrive as a whole. Please choose this file again.' };
    default:
      return { ok: false, message: refusalOf(failure) };
  }
}

/** The words for a failed call speak of what was typed, and a file is chosen again. */
const refusalOf = (failure: Failure) =>
  failure.kind === 'unreachable'
    ? 'It did not arrive. Please choose this file again.'
    : failureInWords(failure);

/** Sends the files that were chosen together, one after the other, and adds each to the enquiry. */
export function useSending(chosen: readonly File[]) {
  const { enquiryKey, receive } = useShared();
  const [files, setFiles] = useState<readonly Sending[]>(() =>
    chosen.map(({ name }, index) => ({
      ...{ id: randomUuid(), name, share: 0 },
      ...(index >= AT_ONCE && { refusal: 'Ten files at once are the most. Please choose this one again.' }),
    })),
  );
  const [news, setNews] = useState('');

  const change = (id: string, changes: Partial<Sending>) =>
    setFiles((all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));

  const send: SendPart = async (...[name, args]) => {
    const answer = await call(name, { key: enquiryKey, ...args }, WRITE_LIMIT_MS);
    return answer.ok ? { ok: true, ...answer.data } : partAnswerOf(answer);
  };

  /** @returns undefined, or why the file was refused */
  async function add(row: string, file: File): Promise<string | undefined> {
    const contents = await shrinkPicture(file);
    const hash = await hashOf(contents);
    const id = unanswered.get(hash) ?? row;
    const refusal = await sendFile(send, contents, id, (share) => change(row, { share }));
    if (refusal !== undefined) return refusal;
    unanswered.set(hash, id);
    const answer = await write('add_paper', enquiryKey, id, { title: file.name.replace(/\.\w{1,5}$/, '') });
    if (answer.ok || answer.kind === 'refused') unanswered.delete(hash);
    if (!answer.ok) return refusalOf(answer);
    receive(answer);
    return undefined;
  }

  const addAll = useEffectEvent(async () => {
    for (const [index, file] of chosen.slice(0, AT_ONCE).entries()) {
      const id = files[index]?.id ?? '';
      const refusal = await add(id, file).catch(() => 'It cannot be read. Please choose this file again.');
      if (refusal === undefined) setFiles((all) => all.filter((each) => each.id !== id));
      else change(id, { refusal });
      setNews(refusal === undefined ? `${file.name} is sent.` : `${file.name}: ${refusal}`);
    }
  });
  useEffect(() => queueMicrotask(() => void addAll()), []);

  return { files, news };
}
