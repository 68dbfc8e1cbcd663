import type { Call } from './call.ts';

/** What the same client reaches beside the auth service. The site makes the first two, and no others. */
export const OTHER_SERVICE_CALLS: Call[] = [
  {
    name: "from('leads').insert",
    run: (client) =>
      client
        .from('leads')
        .insert({ name: 'Iain', phone: '0131 496 0123', message: 'Hi', source: 'chat_widget' }),
    requests: ['POST /rest/v1/leads'],
    body: { name: 'Iain', phone: '0131 496 0123', message: 'Hi', source: 'chat_widget' },
    isEmbedded: true,
    live: true,
  },
  {
    name: "functions.invoke('send-email')",
    run: (client) => client.functions.invoke('send-email', { body: { name: 'Iain', source: 'chat_widget' } }),
    requests: ['POST /functions/v1/send-email'],
    body: { name: 'Iain', source: 'chat_widget' },
    isEmbedded: true,
    live: false,
  },
  {
    name: 'storage.listBuckets',
    run: (client) => client.storage.listBuckets(),
    requests: ['GET /storage/v1/bucket'],
    live: false,
  },
  {
    name: 'channel.subscribe',
    run: (client) => client.channel('leads').subscribe(),
    requests: ['GET /realtime/v1/websocket?apikey=sb_publishable_of-the-tests&vsn=2.0.0'],
    live: false,
  },
];
