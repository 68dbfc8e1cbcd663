import './styles/desk.css';
import { askEarly } from './api/early.ts';

// A failure shows again, with a way out of it, when the app asks itself.
askEarly().catch(() => undefined);

const openApp = () => void import('./main.tsx').catch(showFailure);
// This script is `async`, so that it does not wait for the styles. It may run before the HTML has been read; the app may not.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', openApp);
else openApp();

/** Without React, because a file of the app may be what did not arrive. */
function showFailure(): void {
  const make = (tag: string, className: string, content: (string | Node)[]) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...content);
    return element;
  };
  const again = make('button', 'button button-primary', ['Load again']);
  again.addEventListener('click', () => {
    location.reload();
  });
  const state = make('section', 'state', [
    make('h1', 'text-h2', ['The desk did not load']),
    make('div', 'state-text', [
      make('p', '', ['A part of it did not arrive. Check your connection, then load the page again.']),
      again,
    ]),
  ]);
  document.getElementById('app')?.replaceChildren(make('main', '', [state]));
}
