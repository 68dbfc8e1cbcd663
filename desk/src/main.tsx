import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { connect, deskConfig } from './api/client.ts';
import { createQueryClient, readFirstScreen } from './api/queries.ts';
import { App } from './app/App.tsx';
import { BrokenConfig } from './app/BrokenConfig.tsx';
import { ErrorBoundary } from './app/ErrorBoundary.tsx';
import { Unreachable } from './app/Unreachable.tsx';
import { ConfigError } from './api/config.ts';
import { watchSession } from './sign-in/session.ts';
import { showTitle } from './ui/title.ts';

const element = document.getElementById('app');
if (element === null) throw new Error('index.html has no element #app.');
const root = createRoot(element);
const queries = createQueryClient();
watchSession(queries);

async function start(): Promise<void> {
  try {
    await connect();
  } catch (error) {
    const isTemporary = error instanceof ConfigError && error.isTemporary;
    root.render(
      <main>
        {isTemporary ? <Unreachable retry={() => void start()} /> : <BrokenConfig error={error} />}
      </main>,
    );
    return;
  }
  showTitle(`${deskConfig().brand} desk`);
  await readFirstScreen(queries);
  root.render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Router hook={useHashLocation}>
          <ErrorBoundary>
            <App />
          </ErrorBoundary>
        </Router>
      </QueryClientProvider>
    </StrictMode>,
  );
  // The desk follows published opening hours within a minute.
  setInterval(() => void connect().catch(() => undefined), 45_000);
}

await start();
