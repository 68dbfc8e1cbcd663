import type { ComponentProps } from 'react';

type Look = { variant?: 'primary' | 'secondary' | undefined; size?: 'regular' | 'compact' | undefined };

const look = ({ variant = 'primary', size = 'regular' }: Look, className = '') =>
  `button button-${variant} button-${size} ${className}`;

/** A button. It does not submit a form unless `type="submit"`. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={look({ variant, size }, className)} {...props} />;
}

/** A link that looks like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  ...props
}: ComponentProps<'a'> & Look & { href: string }) {
  return <a className={look({ variant, size }, className)} {...props} />;
}
