import { Confirmed } from './Confirmed.tsx';
import { longDate } from './times.ts';
import type { ActionProps, SellersAction } from './types.ts';
import { useWrite } from './use-write.ts';

function EraseEverything({ enquiry: { held_until: heldUntil, merged, complaints }, onErased }: ActionProps) {
  const write = useWrite('erase');
  if (heldUntil) {
    return (
      <p>{`We have to keep this until ${longDate(heldUntil)}. After that day you can delete it here. Ask us if you want to know why.`}</p>
    );
  }
  return (
    <>
      <p>
        We delete what you sent us, with documents, pictures and complaints, our notes and messages, and this
        page. We keep a record of what we did and the amounts we offered, without your name, address or phone
        number. Copies in our email inbox and backups go later: our privacy policy says when. Ask us if you
        want the emails deleted sooner.
      </p>
      {complaints.some(({ answer }) => !answer) && (
        <p>
          We have not answered your complaint yet. If you delete your enquiry, you will have no answer to it.
        </p>
      )}
      {merged && <p>The other enquiry stays. You can delete it on its own page, or ask us to.</p>}
      <Confirmed
        write={write}
        label="Delete my enquiry"
        question="Do you want to delete your enquiry?"
        yes="Yes, delete it"
        onYes={async () => {
          const isErased = await write.send({});
          if (isErased) onErased();
          return isErased;
        }}
      >
        <p>This cannot be undone. If you want to sell to us later, send us a new enquiry.</p>
      </Confirmed>
    </>
  );
}

export const action: SellersAction = {
  place: 60,
  title: 'Delete your enquiry',
  name: 'erase',
  isOffered: () => true,
  Form: EraseEverything,
};
