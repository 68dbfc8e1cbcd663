import { STILL_TRYING } from './still-trying.ts';

type Props = { submitting: boolean; stillTrying: boolean };

/**
 * Says at the button that sending takes long. The element is there as soon as sending begins, because a screen reader
 * announces only changes in a region that already exists.
 */
export function SendingNote({ submitting, stillTrying }: Props) {
  return submitting && <p role="status">{stillTrying && STILL_TRYING}</p>;
}
