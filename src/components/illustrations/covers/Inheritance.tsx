/** An empty armchair with slippers and a moving box, and on the wall the mark of a picture. */
export function Inheritance() {
  return (
    <>
      <path className="fill-draw-hill" d="M-300-50H540v188H-300z" />
      <path className="fill-draw-trim" d="M176 22h40v30h-40z" />
      <path className="fill-draw-iron" d="M24 18h36v42H24z" />
      <path className="fill-draw-blonde" d="M28 22h28v34H28z" />
      <path className="fill-draw-leaf" d="M28 56V46l8-9 7 7 6-5 7 7v10z" />
      <path className="fill-draw-iron" d="M64 76h4v56h8v6H56v-6h8z" />
      <path className="fill-draw-glass" d="M56 80l3-22h14l3 22z" />
      <path className="fill-draw-roof-shade" d="M96 130h7v8h-7zM153 130h7v8h-7z" />
      <path className="fill-draw-heather" d="M100 44q0-14 14-14h28q14 0 14 14v88h-56z" />
      <path className="fill-draw-trim" d="M112 30h32v22l-4 5-4-5-4 5-4-5-4 5-4-5-4 5-4-5z" />
      <path className="fill-draw-sandstone" d="M102 92h52v16h-52z" />
      <path className="fill-draw-sandstone-shade" d="M102 106h52v24h-52z" />
      <path
        className="fill-draw-heather"
        d="M88 94q0-10 10-10t10 10v38H88zM148 94q0-10 10-10t10 10v38h-20z"
      />
      <path className="fill-draw-iron" d="M190 82h26l4 24h-26z" />
      <path className="fill-draw-granite" d="M193 86h19l2 16h-18z" />
      <path className="fill-draw-blonde-shade" d="M180 96h10l4 10h-16zM222 96h10l2 10h-16z" />
      <path className="fill-draw-blonde" d="M180 102h50v36h-50z" />
      <path className="fill-draw-harling-shade" d="M200 102h10v36h-10z" />
      <path
        className="fill-draw-teal"
        d="M106 144q0-6 8-6h6v10h-10q-4 0-4-4zM126 144q0-6 8-6h6v10h-10q-4 0-4-4z"
      />
    </>
  );
}
