import './styles/desk.css';
import { prefetchFirstScreen } from './api/first-screen.ts';

// Errors are ignored here: the app sends the same requests again and shows what fails.
prefetchFirstScreen().catch(() => undefined);

const openApp = () => void import('./main.tsx').catch(showFailure);
// This script is `async`, so that it does not wait for the styles. The app must wait until the HTML is parsed.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', openApp);
else openApp();

/** Without React, because React may be in the file that did not arrive. */
function showFailure(): void {
  const content = document.querySelector('template')?.content;
  if (content === undefined) throw new Error('index.html has no template.');
  content.querySelector('button')?.addEventListener('click', () => {
    location.reload();
  });
  document.getElementById('app')?.replaceChildren(content);
}
