import type { ComponentProps } from 'react';

type Look = { variant?: 'primary' | 'secondary' | undefined; size?: 'regular' | 'compact' | undefined };

// The class names are written in full, because the build removes the styles of a class whose name is neither in a page
// nor in a script.
const VARIANTS = { primary: 'button-primary', secondary: 'button-secondary' };
const SIZES = { regular: 'button-regular', compact: 'button-compact' };

const look = ({ variant = 'primary', size = 'regular' }: Look, className = '') =>
  `button ${VARIANTS[variant]} ${SIZES[size]} ${className}`;

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

export function ButtonLink({
  variant,
  size,
  className,
  ...props
}: ComponentProps<'a'> & Look & { href: string }) {
  return <a className={look({ variant, size }, className)} {...props} />;
}
