import ts from 'typescript';

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike;

const partsOf = (type) => (type.isUnion() ? type.types : [type]);

/** Whether a value is text or nothing. Values that can also be elements, such as `children`, are not. */
function isText(type) {
  const parts = partsOf(type);
  return parts.some(({ flags }) => flags & TEXT) && !parts.some(({ flags }) => flags & ts.TypeFlags.Object);
}

/** The children of an element without the line breaks between them. */
const childrenOf = ({ children }) =>
  children.filter(({ type, value }) => type !== 'JSXText' || value.trim() !== '' || !value.includes('\n'));

/**
 * An ESLint rule: a text that changes must be the only child of its element. A browser that translates the page
 * replaces each text with elements. If the text has siblings, React then cannot find it, and its change is not shown.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const ownElementForText = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      alone:
        'Write `{`a ${text}`}` as the only child, or put the text into an element of its own: React loses it where a browser translates the page.',
    },
  },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices;
    return {
      JSXExpressionContainer(node) {
        const { parent, expression } = node;
        if (parent.type !== 'JSXElement' && parent.type !== 'JSXFragment') return;
        if (expression.type === 'Literal' || expression.type === 'JSXEmptyExpression') return;
        if (childrenOf(parent).length > 1 && isText(getTypeAtLocation(expression)))
          context.report({ node, messageId: 'alone' });
      },
    };
  },
};
