/** How our elements look in the editor. */
import { NodeViewContent, NodeViewWrapper, ReactNodeViewRenderer, type NodeViewProps } from '@tiptap/react';
import { use, type ReactNode } from 'react';
import { isElement, type ElementName } from '#src/components/prose/elements.ts';
import type { ClaimChoice } from '../props.ts';
import { SitePicture } from '../SitePicture.tsx';
import { EditorContext } from './editor-context.ts';
import { problemsOf } from './element-problems.ts';
import { Chart, Chip, Frame, Single } from './schema.ts';
import { ELEMENT_WORDS } from './words.ts';

type Element = { name: ElementName; attributes: Record<string, string> };

function elementOf({ node: { attrs } }: Pick<NodeViewProps, 'node'>): Element {
  const { name, attributes } = attrs as Element;
  return { name: isElement(name) ? name : 'Example', attributes };
}

/** The words of a chip; undefined if its figure is not in the list. */
function chipWords({ name, attributes }: Element, claims: readonly ClaimChoice[]): string | undefined {
  if (name === 'Claim') return claims.find(({ id }) => id === attributes.id)?.text;
  const words = ELEMENT_WORDS[name];
  const [asked] = Object.entries(words.attributes);
  if (asked === undefined) return words.name;
  const [attribute, { asked: choices }] = asked;
  return typeof choices === 'object' ? choices[attributes[attribute] ?? ''] : undefined;
}

function ChipView(props: NodeViewProps) {
  const { claims, open } = use(EditorContext);
  const element = elementOf(props);
  const words = chipWords(element, claims);
  return (
    <NodeViewWrapper as="span" className="whitespace-normal">
      <button
        type="button"
        // The arrow keys reach it, and Enter opens it.
        tabIndex={-1}
        className="site-chip"
        data-kind={element.name === 'Claim' ? 'figure' : 'detail'}
        data-selected={props.selected || undefined}
        data-missing={words === undefined || undefined}
        onClick={() => open({ sheet: 'change', at: props.getPos() ?? 0 })}
      >
        {words ?? 'A figure that is not in the list any more'}
      </button>
    </NodeViewWrapper>
  );
}

function Head(props: NodeViewProps) {
  const { claims, open } = use(EditorContext);
  const { name, attributes } = elementOf(props);
  const problems = problemsOf(props.node, claims);
  const words = ELEMENT_WORDS[name];
  const { variant } = attributes;
  const choices = words.attributes.variant?.asked;
  const detail = variant === undefined || typeof choices !== 'object' ? attributes.caption : choices[variant];
  return (
    <div className="site-frame-head" contentEditable={false}>
      <p className="site-frame-name">
        <span>{words.name}</span>
        {detail && name !== 'Picture' ? (
          <span className="block font-normal text-ink-soft">{detail}</span>
        ) : null}
      </p>
      <button
        type="button"
        className="button button-plain button-small"
        aria-haspopup="dialog"
        onClick={() => open({ sheet: 'change', at: props.getPos() ?? 0 })}
      >
        Change<span className="sr-only">{` this: ${words.name}`}</span>
      </button>
      {problems.length > 0 && (
        <ul className="site-frame-problems">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What an element that is a block stands in. */
function ElementFrame({ children, ...props }: NodeViewProps & { children: ReactNode }) {
  const { name } = elementOf(props);
  return (
    <NodeViewWrapper
      className="site-frame"
      role="group"
      aria-label={ELEMENT_WORDS[name].name}
      data-selected={props.selected || undefined}
    >
      <Head {...props} />
      {children}
    </NodeViewWrapper>
  );
}

function FrameView(props: NodeViewProps) {
  return (
    <ElementFrame {...props}>
      <NodeViewContent className="site-frame-content" />
    </ElementFrame>
  );
}

function SingleView(props: NodeViewProps) {
  const { name, attributes } = elementOf(props);
  return (
    <ElementFrame {...props}>
      {name === 'Picture' ? (
        <figure className="site-frame-content" contentEditable={false}>
          <SitePicture id={attributes.id ?? ''} alt={attributes.alt ?? ''} />
          {attributes.caption ? <figcaption className="hint">{attributes.caption}</figcaption> : null}
        </figure>
      ) : (
        <p className="site-frame-content hint" contentEditable={false}>
          {ELEMENT_WORDS[name].hint}
        </p>
      )}
    </ElementFrame>
  );
}

export const CHIP = Chip.extend({
  addNodeView: () => ReactNodeViewRenderer(ChipView, { as: 'span', className: 'whitespace-normal' }),
});

export const ELEMENTS = [
  CHIP,
  Frame.extend({ addNodeView: () => ReactNodeViewRenderer(FrameView) }),
  Chart.extend({ addNodeView: () => ReactNodeViewRenderer(FrameView) }),
  Single.extend({ addNodeView: () => ReactNodeViewRenderer(SingleView) }),
];
