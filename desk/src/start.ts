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
  const content = document.querySelector('template')?.content;
  if (content === undefined) throw new Error('index.html has no template.');
  content.querySelector('button')?.addEventListener('click', () => {
    location.reload();
  });
  document.getElementById('app')?.replaceChildren(content);
}
