/** Apple's systems read no manifest. The other two are what a manifest is asked for. */
export const HOME_SCREEN_ICONS = [
  { name: 'apple-touch-icon', sizePx: 180 },
  { name: 'icon-192', sizePx: 192 },
  { name: 'icon-512', sizePx: 512 },
] as const;
