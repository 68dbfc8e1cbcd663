import { Confirmed } from './Confirmed.tsx';
import { longDate } from './times.ts';
import type { Enquiry } from './types.ts';
import { useWrite } from './use-write.ts';

type Props = { enquiry: Enquiry; onErased: () => void };

export function EraseEverything({ enquiry: { held_until: heldUntil, merged }, onErased }: Props) {
  const write = useWrite('erase');
  return (
    <>
      <p>
        We delete what you sent us, our messages and this page, and close your enquiry. We keep a record that
        there was an enquiry, without your name, address or numbers. Mails in our inbox and our backups go
        later: our privacy policy says when.
      </p>
      {merged && <p>The other enquiry stays: it can be erased on its own page, or by us.</p>}
      {heldUntil && <p>{`We have to keep it until ${longDate(heldUntil)}, and cannot erase it before.`}</p>}
      <Confirmed
        write={write}
        label="Erase everything"
        question="Do you want us to erase everything?"
        yes="Yes, erase everything"
        onYes={async () => {
          const isErased = await write.send({});
          if (isErased) onErased();
          return isErased;
        }}
      >
        <p>
          It cannot be brought back, and this page ends. If you want to sell to us later, you begin again.
        </p>
      </Confirmed>
    </>
  );
}
