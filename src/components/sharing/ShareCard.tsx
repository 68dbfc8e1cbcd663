import type { CSSProperties } from 'react';
import { SHARE_IMAGE } from '../../lib/share-image.ts';

type Props = { title: string; kicker: string; brand: string; colour: (name: string) => string };

const PAGE: CSSProperties = {
  ...SHARE_IMAGE,
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  padding: '56px 64px',
  fontFamily: 'Atkinson',
  fontSize: 30,
};

/** Long headings are set smaller, so that three lines hold any of them. */
function headingSize(title: string): number {
  if (title.length > 56) return 56;
  return title.length > 36 ? 64 : 76;
}

/** The words of the picture that a shared link shows: the drawing of the street goes below them. */
export function ShareCard({ title, kicker, brand, colour }: Props) {
  return (
    <div style={{ ...PAGE, color: colour('ink') }}>
      <div style={{ display: 'flex', justifyContent: 'space-between' }}>
        <div style={{ color: colour('accent') }}>{kicker}</div>
        <div style={{ color: colour('action') }}>{brand}</div>
      </div>
      <div
        style={{
          display: 'flex',
          marginTop: 32,
          fontFamily: 'Besley',
          fontSize: headingSize(title),
          lineHeight: 1.14,
          textWrap: 'balance',
        }}
      >
        {title}
      </div>
    </div>
  );
}
