import { Confirmed } from './Confirmed.tsx';
import { useWrite } from './use-write.ts';

export function StopEverything() {
  const write = useWrite('stop');
  return (
    <>
      <p>
        We close your enquiry, and do not ring, write or message you about it again. What you sent us is kept
        for as long as our{' '}
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
        <p>We close your enquiry and do not contact you again. You can still write to us on this page.</p>
      </Confirmed>
    </>
  );
}
