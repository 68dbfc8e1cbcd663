import { chosenByName } from '#src/lib/chosen-by-name.ts';
import { Bungalow, Semi, Tenement, Terrace, Villa } from './buildings.tsx';
import { Shapes } from './Shapes.tsx';
import { circle, rectangles } from './svg-paths.ts';

type Rule = [words: RegExp, drawing: React.ReactNode];

/** A home on the left, for an article whose slug has one of the words. */
const HOMES: readonly [Rule, ...Rule[]] = [
  [/flat|tenement|factor|cladding|close/, <Tenement key="home" x={44} y={138} scale={0.62} />],
  [/terrace|granite|street/, <Terrace key="home" x={16} y={138} scale={0.8} />],
  [/semi|council|estate|raac/, <Semi key="home" x={26} y={138} scale={0.84} />],
  [/bungalow|croft|cottage|retire|downsiz/, <Bungalow key="home" x={22} y={138} scale={0.86} />],
  [/villa|detached|garden|large/, <Villa key="home" x={30} y={138} scale={0.82} />],
];

const TREE = <Shapes>{`fill-draw-leaf M193 138v-34a21 30 12 1 1 6 0v34z`}</Shapes>;

const KEY = (
  <Shapes>{`
    stroke-draw-blonde-shade 6 ${circle(196, 78, 13)}
    stroke-draw-blonde-shade 6 M196 91v45M196 120h13M196 133h10
  `}</Shapes>
);

const BOX = (
  <Shapes>{`
    fill-draw-blonde-shade M174 96l-9-11h22l10 11zM220 96l9-11h-22l-10 11
    fill-draw-blonde M174 96h46v42h-46
    fill-draw-harling-shade M192 96h10v42h-10
  `}</Shapes>
);

/** What stands beside the home. */
const THINGS: readonly Rule[] = [
  [
    /repair|damp|rot|roof|condition|cladding|raac|crack|asbestos|flood|leak/,
    <Shapes key="ladder">{`
      stroke-draw-iron 3 M182 138 164 52M202 138 184 52M180 126h19M177 112h19M174 98h19M171 84h19M168 70h19
      fill-draw-granite-shade M210 118h20l-3 20h-14
      stroke-draw-iron 2 M210 118q10-16 20 0
    `}</Shapes>,
  ],
  [
    /law|legal|contract|missive|title|deed|warrant|document|paper|solicitor|confirm|report|survey|certificate|notice/,
    <Shapes key="paper">{`
      fill-draw-granite-shade M172 66h48v72h-48
      fill-draw-trim M175 69h42v69h-42
      stroke-draw-granite-shade 2.5 M182 82h28M182 92h28M182 102h18M182 112h28
      fill-draw-sandstone ${circle(206, 125, 7)}
    `}</Shapes>,
  ],
  [
    /cost|fee|price|money|tax|value|worth|mortgage|debt|arrears|pay|afford|offer|cash/,
    <Shapes key="coins">{`
      fill-draw-blonde ${rectangles([168, [132, 120, 108, 96], 27, 6], [202, [132, 120], 27, 6])}
      fill-draw-blonde-shade ${rectangles([168, [126, 114, 102, 90], 27, 6], [202, [126, 114], 27, 6])}
    `}</Shapes>,
  ],
  [
    /fast|quick|time|long|weeks|days|when|date|wait|slow|late|soon/,
    <Shapes key="clock">{`
      fill-draw-iron M193 84h6v54h-6zM185 132h22v6h-22
      fill-draw-roof ${circle(196, 68, 22)}
      fill-draw-trim ${circle(196, 68, 17)}
      stroke-draw-iron 3 M196 56v12l9 6
    `}</Shapes>,
  ],
  [/key|handover|entry|buyer/, KEY],
  [/mov|inherit|empty|clear|family|divorc|separat|tenant|rent|landlord|executor|parent/, BOX],
];

const CLOUDS = [
  'M150 34q0-9 11-9 4-9 14-5 11-7 18 2 12-2 12 9 0 7-9 7h-37q-9 0-9-4z',
  'M20 40q0-9 11-9 4-9 14-5 11-7 18 2 12-2 12 9 0 7-9 7H29q-9 0-9-4z',
  'M176 24q2-8 12-6 6-8 14-2 10 0 10 8 0 6-8 6h-22q-6 0-6-6zM146 44q2-5 8-3 6-3 8 2 4 5-3 6h-9q-5 0-4-5',
] as const;

const ruleFor = (slug: string, rules: readonly Rule[]) => rules.find(([words]) => words.test(slug))?.[1];

/**
 * The cover of an article that has no drawing of its own: a home and something beside it, from the words of its slug. If
 * no word fits, the slug still chooses, so that neighbours in the list of articles differ.
 */
export function CoverByRule({ article }: { article: string }) {
  const home = ruleFor(article, HOMES) ?? chosenByName(article, HOMES)[1];
  const thing = ruleFor(article, THINGS) ?? chosenByName(`${article} thing`, [KEY, TREE, BOX]);
  const scene = (
    <>
      <Shapes>{`fill-draw-trim ${chosenByName(`${article} sky`, CLOUDS)}`}</Shapes>
      {home}
      {thing}
    </>
  );
  const isMirrored = chosenByName(`${article} side`, [true, false]);
  return isMirrored ? <g transform="matrix(-1 0 0 1 240 0)">{scene}</g> : scene;
}
