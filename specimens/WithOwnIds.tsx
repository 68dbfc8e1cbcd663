import { load } from 'cheerio';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

type Props = {
  /** The prefix of every id, and the suffix of every heading. */
  name: string;
  /** The values of the fields by their names. */
  answers?: Readonly<Record<string, string>>;
  children: ReactNode;
};

const ID_ATTRIBUTES = ['id', 'for', 'aria-labelledby', 'aria-describedby'];

/** Renders a part of a form with unique ids, so that the page can show it in several states. */
export function WithOwnIds({ name, answers = {}, children }: Props) {
  const $ = load(renderToStaticMarkup(children), {}, false);
  const prefix = name.replaceAll(' ', '-');
  for (const attribute of ID_ATTRIBUTES) {
    $(`[${attribute}]`).attr(attribute, (_, ids) => ids.replace(/\S+/g, `${prefix}-$&`));
  }
  $('a[href^="#"]').attr('href', (_, href) => href.replace('#', `#${prefix}-`));
  $('h3').append(`: ${name}`);
  $('form').attr('aria-label', name);
  for (const [field, answer] of Object.entries(answers)) {
    $(`[name="${field}"]:not([type="radio"])`).attr('value', answer);
    $(`textarea[name="${field}"]`).text(answer);
    $(`[name="${field}"][value="${answer}"]`).attr('checked', '');
  }
  return <div dangerouslySetInnerHTML={{ __html: $.html() }} />;
}
