/** A plus sign that becomes a minus sign when the `<details>` around it, with the class `group`, is open. */
export function PlusMinus() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className="size-6 shrink-0 fill-none stroke-action stroke-[2.5]"
    >
      <path d="M4 12h16" />
      <path d="M12 4v16" className="origin-center [transition:scale_0.2s] group-open:[scale:1_0]" />
    </svg>
  );
}
