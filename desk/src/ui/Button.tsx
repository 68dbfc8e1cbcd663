import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'plain' | 'danger';
  size?: 'small';
};

/** A button. It does not submit a form unless `type="submit"`. */
export function Button({ variant = 'secondary', size, className = '', ...props }: Props) {
  const classes = ['button', `button-${variant}`, size && `button-${size}`, className];
  return <button type="button" className={classes.filter(Boolean).join(' ')} {...props} />;
}
