import type { ComponentProps } from 'react';

/**
 * A text that is empty in the built page. When the server responds to a form that was sent without JavaScript, it fills
 * the text in (`server/site/sent-page.ts`), and the island then leaves it as it is.
 */
export const FilledByServer = ({ children = '', ...props }: ComponentProps<'strong'>) => (
  <strong suppressHydrationWarning {...props}>
    {children}
  </strong>
);
