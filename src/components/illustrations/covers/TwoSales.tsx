/** A see-saw on a roof: more coins at one end, fewer coins and a clock at the other. */
export function TwoSales() {
  return (
    <>
      <path className="fill-draw-blonde" d="M94 138v-28l26-26 26 26v28z" />
      <path className="fill-draw-roof" d="M120 76 82 114l6 5 32-31 32 31 6-5z" />
      <path className="fill-draw-glass" d="M100 114h10v12h-10z" />
      <path className="fill-draw-teal" d="M122 114h14v24h-14z" />
      <g transform="translate(0 10) rotate(-6 120 66)">
        <path className="fill-draw-iron" d="M14 61h212v7H14z" />
        <Coins x={22} count={8} />
        <Coins x={52} count={7} />
        <Coins x={150} count={5} />
        <path className="fill-draw-roof" d="M184 61l6-10h20l6 10z" />
        <path
          className="fill-draw-sandstone-shade"
          d="M182 24a10 10 0 0 1 14-10zM218 24a10 10 0 0 0-14-10z"
        />
        <circle className="fill-draw-sandstone" cx="200" cy="34" r="22" />
        <circle className="fill-draw-trim" cx="200" cy="34" r="16" />
        <path className="fill-none stroke-draw-roof-shade" strokeWidth="3" d="M200 22v12l8 6" />
      </g>
    </>
  );
}

/** A pile of coins. */
function Coins({ x, count }: { x: number; count: number }) {
  const pile = (first: number) =>
    Array.from(
      { length: Math.ceil((count - first) / 2) },
      (_, index) => `M${x} ${55 - (2 * index + first) * 6}h26v6h-26z`,
    ).join('');
  return (
    <>
      <path className="fill-draw-blonde" d={pile(0)} />
      <path className="fill-draw-blonde-shade" d={pile(1)} />
    </>
  );
}
