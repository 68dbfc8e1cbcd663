import { LOGO_PATHS } from './logo-paths.ts';

export function Logo({ brand }: { brand: string }) {
  return (
    <a href="/" className="flex min-h-11 items-center gap-1.5 no-underline sm:gap-2.5">
      <svg
        viewBox="0 0 32 32"
        aria-hidden="true"
        className="size-8 shrink-0 max-sm:size-6 max-[24rem]:hidden"
      >
        <path className="fill-action" d={LOGO_PATHS.gable} />
        <path className="fill-paper" d={LOGO_PATHS.door} />
      </svg>
      <span className="font-display text-h4/[1.05] font-bold max-sm:text-[0.9375rem]/[1.05]">{brand}</span>
    </a>
  );
}
