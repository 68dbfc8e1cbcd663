import type { ComponentProps } from 'react';

type ButtonVariant = 'primary' | 'secondary';
type ButtonSize = 'regular' | 'compact';

type Look = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'button-primary',
  secondary: 'button-secondary',
};

const SIZES: Record<ButtonSize, string> = {
  regular: 'button-regular',
  compact: 'button-compact',
};

function look({ variant = 'primary', size = 'regular' }: Look, className = ''): string {
  return `button ${VARIANTS[variant]} ${SIZES[size]} ${className}`;
}

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
