import type { ComponentProps } from 'react';
import { LineIcon } from './LineIcon.tsx';

const PATHS = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  phone:
    'M6.5 3.5h3l1.5 4.5-2.2 1.6a12 12 0 0 0 5.6 5.6l1.6-2.2 4.5 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4.5 5.5a2 2 0 0 1 2-2Z',
  message: 'M4 5h16v11h-9l-4.5 4v-4H4z',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3v.2',
} as const;

type IconName = keyof typeof PATHS;

type Props = Omit<ComponentProps<typeof LineIcon>, 'path' | 'sizePx'> & { name: IconName };

export function Icon({ name, ...props }: Props) {
  return <LineIcon path={PATHS[name]} sizePx={20} {...props} />;
}
