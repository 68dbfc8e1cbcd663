import './styles/desk.css';
import { askEarly } from './api/early.ts';

// A failure shows again, with a way out of it, when the app asks itself.
askEarly().catch(() => undefined);

// This script is asynchronous, so that it asks before the styles are there. The app needs the page.
if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void import('./main.tsx'));
else void import('./main.tsx');
