import { Confirmed } from './Confirmed.tsx';
import type { ActionProps, SellersAction } from './types.ts';
import { useWrite } from './use-write.ts';
import { isOver } from './words.ts';

/** An enquiry that was merged is closed already. The other one, with which the firm works on it, stays open. */
function StopEverything({ enquiry: { merged: isMerged } }: ActionProps) {
  const write = useWrite('stop');
  return (
    <>
      <p>
        <span>
          {isMerged
            ? 'Someone here will see that you want us to stop.'
            : 'We will close your enquiry, and will not ring, email or message you about it again.'}
        </span>{' '}
        We keep what you sent us for as long as our{' '}
        <a href="/privacy-policy" className="text-action underline">
          Privacy Policy
        </a>{' '}
        says.
      </p>
      <Confirmed
        write={write}
        label="Stop everything"
        question="Do you want us to stop?"
        yes="Yes, stop"
        onYes={() => write.send({})}
      >
        <p>
          <span>
            {isMerged
              ? 'The other enquiry stays open until you stop it on its own page, or ask us to.'
              : 'We will close your enquiry and not contact you again.'}
          </span>{' '}
          You can still write to us on this page.
        </p>
      </Confirmed>
    </>
  );
}

export const action: SellersAction = {
  place: 40,
  title: 'Stop everything',
  name: 'stop',
  isOffered: (enquiry) =>
    enquiry.merged ? !enquiry.do_not_call : !isOver(enquiry) && enquiry.state.code !== 'missives',
  Form: StopEverything,
};
