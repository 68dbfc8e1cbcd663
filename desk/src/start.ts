import './styles/desk.css';
import { askEarly } from './api/early.ts';

// A failure shows again, with a way out of it, when the app asks itself.
askEarly().catch(() => undefined);

const openApp = () => void import('./main.tsx');
// This script is `async`, so that it does not wait for the styles. It may run before the HTML has been read; the app may not.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', openApp);
else openApp();
