import { load } from 'cheerio';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

type Props = {
  /** What is put before each id, and after each heading. */
  name: string;
  /** What has been typed and chosen, by the field's name. */
  answers?: Readonly<Record<string, string>>;
  children: ReactNode;
};

const ID_ATTRIBUTES = ['id', 'for', 'aria-labelledby', 'aria-describedby'];

/** A part of a form in one state. A page may have such a part once, as its ids are fixed: here each state has its own. */
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
