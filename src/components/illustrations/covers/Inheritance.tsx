import { Shapes } from '../Shapes.tsx';

/** An empty armchair with slippers and a moving box, and on the wall the mark of a picture. */
export function Inheritance() {
  return (
    <Shapes>{`
      fill-draw-hill M-300-50H540v188H-300
      fill-draw-trim M176 22h40v30h-40
      fill-draw-iron M24 18h36v42H24
      fill-draw-blonde M28 22h28v34H28
      fill-draw-leaf M28 56V46l8-9 7 7 6-5 7 7v10
      fill-draw-iron M64 76h4v56h8v6H56v-6h8
      fill-draw-glass M56 80l3-22h14l3 22
      fill-draw-roof-shade M96 130h7v8h-7zM153 130h7v8h-7
      fill-draw-heather M100 44q0-14 14-14h28q14 0 14 14v88h-56
      fill-draw-trim M112 30h32v22l-4 5-4-5-4 5-4-5-4 5-4-5-4 5-4-5
      fill-draw-sandstone M102 92h52v16h-52
      fill-draw-sandstone-shade M102 106h52v24h-52
      fill-draw-heather M88 94q0-10 10-10t10 10v38H88zM148 94q0-10 10-10t10 10v38h-20
      fill-draw-iron M190 82h26l4 24h-26
      fill-draw-granite M193 86h19l2 16h-18
      fill-draw-blonde-shade M180 96h10l4 10h-16zM222 96h10l2 10h-16
      fill-draw-blonde M180 102h50v36h-50
      fill-draw-harling-shade M200 102h10v36h-10
      fill-draw-teal M106 144q0-6 8-6h6v10h-10q-4 0-4-4zM126 144q0-6 8-6h6v10h-10q-4 0-4-4
    `}</Shapes>
  );
}
