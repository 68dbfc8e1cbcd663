import { expect } from 'vitest';
import { createAnswers } from '../answers.ts';
import type { NodeBench } from './node-bench.ts';
import type { Rule } from './rule.ts';

export const DEFAULT_RULES: Rule<NodeBench>[] = [
  {
    section: 9,
    says: 'Default sign-in channel sms',
    async prove({ open, server }) {
      const { auth } = await open();
      server.answer = createAnswers();
      await auth.signInWithOtp({ phone: '+441314960123' });
      await auth.signUp({ phone: '+441314960123', password: 'x' });
      expect(server.requests.map(({ body }) => (JSON.parse(body) as { channel: string }).channel)).toEqual([
        'sms',
        'sms',
      ]);
    },
  },
  {
    section: 9,
    says: 'Default flow implicit (not overridden)',
    async prove({ open, server }) {
      const { auth, storage } = await open();
      server.answer = createAnswers();
      const { data } = await auth.signInWithOAuth({ provider: 'github' });
      expect(data.url).toBe(`${server.url}/auth/v1/authorize?provider=github`);
      await auth.signInWithOtp({ email: 'ann@example.com' });
      expect(server.requests[0]?.body).toContain('"code_challenge":null');
      expect(storage.length).toBe(0);
    },
  },
];
