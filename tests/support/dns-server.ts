import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** For tests: IPv4 addresses by name. Every other name does not exist. */
type Addresses = Readonly<Record<string, readonly string[]>>;

/** DNS's response code for a name that does not exist. */
const NXDOMAIN = 3;

/** For tests: a DNS server that knows only these names. */
export async function startDnsServer(addresses: Addresses) {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    const known = addresses[question?.name ?? ''];
    const answers = question?.type === 'A' ? (known ?? []) : [];
    const response = encode({
      type: 'response',
      id,
      flags: known ? 0 : NXDOMAIN,
      questions,
      answers: answers.map((data) => ({ type: 'A', name: question?.name ?? '', ttl: 1, data })),
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
