import type { ComponentProps } from 'react';

type ButtonVariant = 'primary' | 'secondary';
type ButtonSize = 'regular' | 'compact';

type Look = { variant?: ButtonVariant | undefined; size?: ButtonSize | undefined };

const BASE =
  'inline-flex cursor-pointer items-center justify-center gap-2 rounded-control text-center font-semibold no-underline transition-colors duration-150 active:translate-y-px aria-disabled:cursor-progress forced-colors:border';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-action text-on-action hover:bg-action-strong aria-disabled:bg-ink-soft',
  secondary:
    'border-2 border-action text-action hover:bg-action-wash aria-disabled:border-ink-soft aria-disabled:text-ink-soft',
};

const SIZES: Record<ButtonSize, string> = {
  regular: 'min-h-12 px-5 py-2',
  compact: 'min-h-11 px-2.5 py-1.5 text-small sm:px-5 sm:text-body',
};

function look({ variant = 'primary', size = 'regular' }: Look, className = ''): string {
  return `${BASE} ${VARIANTS[variant]} ${SIZES[size]} ${className}`;
}

/** Something to do on this page. It does not submit unless told to. */
export function Button({
  variant,
  size,
  className,
  type = 'button',
  ...props
}: ComponentProps<'button'> & Look) {
  return <button type={type} className={look({ variant, size }, className)} {...props} />;
}

/** Somewhere to go, looking like a button. */
export function ButtonLink({
  variant,
  size,
  className,
  ...props
}: ComponentProps<'a'> & Look & { href: string }) {
  return <a className={look({ variant, size }, className)} {...props} />;
}
