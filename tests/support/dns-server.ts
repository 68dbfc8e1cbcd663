import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** For tests: IPv4 addresses by name, and texts by name. Every other name does not exist. */
type Records = Readonly<Record<string, readonly string[]>>;

/** DNS's response code for a name that does not exist. */
const NXDOMAIN = 3;

/** For tests: a DNS server that knows only these names. It reads the records anew for each question. */
export async function startDnsServer(addresses: Records, texts: Records = {}) {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    const name = question?.name ?? '';
    const answers = [
      ...(question?.type === 'A' ? (addresses[name] ?? []) : []).map((data) => ({
        type: 'A' as const,
        name,
        ttl: 1,
        data,
      })),
      ...(question?.type === 'TXT' ? (texts[name] ?? []) : []).map((data) => ({
        type: 'TXT' as const,
        name,
        ttl: 1,
        data,
      })),
    ];
    const response = encode({
      type: 'response',
      id,
      flags: name in addresses || name in texts ? 0 : NXDOMAIN,
      questions,
      answers,
    });
    socket.send(response, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
