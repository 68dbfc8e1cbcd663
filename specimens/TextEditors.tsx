import { useState } from 'react';
import { ClaimTextField } from '#desk/site/prose/ClaimTextField.tsx';
import type { ClaimChoice } from '#desk/site/prose/props.ts';
import { ProseEditor } from '#desk/site/prose/ProseEditor.tsx';

type Props = { prose: string; line: string; claims: ClaimChoice[] };

/** The desk's editors for words of the site, and below each the text that it has written. */
export function TextEditors(props: Props) {
  const [prose, setProse] = useState(props.prose);
  const [line, setLine] = useState(props.line);
  return (
    <form className="grid grid-cols-[minmax(0,1fr)] gap-6" onSubmit={(event) => event.preventDefault()}>
      <ClaimTextField
        label="Introduction"
        value={line}
        claims={props.claims}
        onChange={setLine}
        description="Below the first heading."
      />
      <ProseEditor label="Text of the article" value={prose} claims={props.claims} onChange={setProse} />
      <ProseEditor
        label="Text with a quotation"
        value={'> A quotation as a block.'}
        claims={[]}
        onChange={() => undefined}
        errors={['It is too short.']}
      />
      <button type="button" className="button button-secondary" onClick={() => setProse(props.prose)}>
        As it was
      </button>
      <output aria-label="Written line" className="sr-only">
        {line}
      </output>
      <output aria-label="Written text" className="sr-only">
        {prose}
      </output>
    </form>
  );
}
