import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JSHandle, Page } from '@playwright/test';
import { startRecordingServer, type RecordingServer } from '../../support/recording-server.ts';
import { createAnswers } from './answers.ts';
import type { SiteClient } from './calls/call.ts';

const DIST = join(import.meta.dirname, '../../../dist');

/** A page with nothing on it: it loads the client when the test says so, as the site does when a form is used. */
const EMPTY_PAGE = '<!doctype html><html lang="en-GB"><head><title>Empty</title></head><body></body></html>';

export type SiteHost = {
  server: RecordingServer;
  /** Answers of the services that the client calls; the page and the script are the host's own. */
  answerWith(answer: RecordingServer['answer']): void;
  /** What the client asked for. */
  requests(): RecordingServer['requests'];
};

/** An expression that loads the client's script of the built site and gives the client. */
export const LOAD_CLIENT = (() => {
  const [script = 'not-built.js'] = globSync('_astro/supabase.*.js', { cwd: DIST });
  return `import('/${script}').then((module) => module.supabase)`;
})();

/** Serves an empty page at `/empty` with the client of the built site, whose backend is this same host. */
export async function startSiteHost(): Promise<SiteHost> {
  const host = (answer: RecordingServer['answer']): RecordingServer['answer'] => {
    return (request) => {
      const { pathname } = new URL(request.url);
      if (isCall(pathname)) return answer(request);
      if (pathname.startsWith('/_astro/')) {
        return new Response(readFileSync(join(DIST, pathname)), {
          headers: { 'content-type': 'text/javascript', 'cache-control': 'max-age=3600' },
        });
      }
      return new Response(EMPTY_PAGE, { headers: { 'content-type': 'text/html' } });
    };
  };
  const server = await startRecordingServer(host(createAnswers()));
  return {
    server,
    answerWith(answer) {
      server.answer = host(answer);
    },
    requests: () => server.requests.filter(({ line }) => isCall(line.split(' ')[1] ?? '')),
  };
}

const isCall = (path: string) => /^\/(?:auth|rest|functions|storage|realtime)\/v1\//.test(path);

/** Loads the client in a page of the host. */
export function loadClient(page: Page): Promise<JSHandle<SiteClient>> {
  return page.evaluateHandle<SiteClient>(LOAD_CLIENT);
}
