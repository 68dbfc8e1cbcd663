import type { ComponentProps } from 'react';
import { LineIcon } from '#src/components/ui/LineIcon.tsx';

const PATHS = {
  now: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5V12l3 2.5',
  list: 'M4 6.5h16M4 12h16M4 17.5h10',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20',
  funnel: 'M4 20V11M10 20V5M16 20v-7M22 20H2',
  settings: 'M4 7h10M18 7h2M16 4.5v5M4 17h2M10 17h10M8 14.5v5',
  site: 'M3 5h18v14H3zM3 9.5h18',
  account: 'M15 8a4 4 0 1 0-5 5l-1.5 1.5v2h-2v2h-2v2H2v-3l7-7M15 8h.1',
  phone:
    'M6.5 3.5h3l1.5 4.5-2.2 1.6a12 12 0 0 0 5.6 5.6l1.6-2.2 4.5 1.5v3a2 2 0 0 1-2 2A15.5 15.5 0 0 1 4.5 5.5a2 2 0 0 1 2-2Z',
  message: 'M4 5h16v11h-9l-4.5 4v-4H4z',
  mail: 'M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5',
  back: 'M19 12H5M11 6l-6 6 6 6',
  close: 'M6 6l12 12M18 6 6 18',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3v.2',
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  pen: 'M4 20l1-4.5L16.5 4 20 7.5 8.5 19zM14 6.5l3.5 3.5',
} as const;

export type DeskIconName = keyof typeof PATHS;

type Props = Omit<ComponentProps<typeof LineIcon>, 'path' | 'sizePx' | 'name'> & { name: DeskIconName };

export function DeskIcon({ name, ...props }: Props) {
  return <LineIcon path={PATHS[name]} sizePx={22} {...props} />;
}
