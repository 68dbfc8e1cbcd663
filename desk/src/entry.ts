import './styles/desk.css';
import { prefetchFirstScreen } from './api/first-screen.ts';

// Errors are ignored here, because the app handles them: it repeats what failed, or tells the user.
prefetchFirstScreen().catch(() => undefined);

const openApp = () => void import('./main.tsx').catch(showFailure);
// The script's tag in index.html is `async`, so that the requests above do not wait for the styles. The app renders
// into #app, so it must wait until the browser has parsed the HTML.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', openApp);
else openApp();

/** Shows the template of index.html. It does not use React, which may be in the script that could not be loaded. */
function showFailure(): void {
  const content = document.querySelector('template')?.content;
  if (content === undefined) throw new Error('index.html has no template.');
  content.querySelector('button')?.addEventListener('click', () => location.reload());
  document.getElementById('app')?.replaceChildren(content);
}
