import type { CSSProperties } from 'react';
import { SHARE_IMAGE } from './share-image.ts';

type Props = { title: string; kicker: string; brand: string; colour: (name: string) => string };

const PAGE: CSSProperties = {
  ...SHARE_IMAGE,
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  padding: '56px 64px',
  fontFamily: 'Figtree',
  fontSize: 30,
};

/** Long headings are smaller, so that each fits on three lines. */
function headingSize(title: string): number {
  if (title.length > 56) return 56;
  return title.length > 36 ? 64 : 76;
}

/** The texts on a page's Open Graph image. `share-image-png.tsx` adds the drawing of the street below them. */
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
