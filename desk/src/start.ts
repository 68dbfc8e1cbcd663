import './styles/desk.css';
import { askEarly } from './api/early.ts';

// A failure shows again, with a way out of it, when the app asks itself.
askEarly().catch(() => undefined);
void import('./main.tsx');
