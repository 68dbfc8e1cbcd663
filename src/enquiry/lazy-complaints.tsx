import { lazy } from 'react';

const NotLoaded = () => (
  <p>This part of the page could not be loaded. Load the page again, or write to us by email.</p>
);

const load = (name: 'Complaints' | 'ComplainForm') =>
  lazy(() =>
    import('./Complaints.tsx').then(
      (parts) => ({ default: parts[name] }),
      () => ({ default: NotLoaded }),
    ),
  );

/** Loaded on demand, because few sellers complain. */
export const Complaints = load('Complaints');
export const ComplainForm = load('ComplainForm');
