/** The mark (a gable with a chimney) and the name beside it. */
export function Logo({ brand }: { brand: string }) {
  return (
    <a href="/" className="flex min-h-11 items-center gap-2.5 no-underline">
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0 max-[22rem]:hidden">
        <path className="fill-action" d="M2 29V14L9 7V2h5v2l2-2 14 14v13z" />
        <path className="fill-paper" d="M12 29v-9a4 4 0 0 1 8 0v9z" />
      </svg>
      <span className="font-display text-h4 leading-[1.05] font-bold">{brand}</span>
    </a>
  );
}
