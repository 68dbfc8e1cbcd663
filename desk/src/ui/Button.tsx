import type { ComponentProps } from 'react';

type Props = ComponentProps<'button'> & {
  variant?: 'primary' | 'secondary' | 'plain' | 'danger';
  size?: 'small';
};

/** A button. It does not submit a form unless `type="submit"`, and a press does nothing while it is `aria-disabled`. */
export function Button({ variant = 'secondary', size, className = '', onClick, ...props }: Props) {
  const classes = ['button', `button-${variant}`, size && `button-${size}`, className];
  const press = props['aria-disabled'] ? undefined : onClick;
  return <button type="button" className={classes.filter(Boolean).join(' ')} onClick={press} {...props} />;
}
