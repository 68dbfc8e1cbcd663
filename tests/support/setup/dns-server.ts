import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** Values by name. */
type Records = Readonly<Record<string, readonly string[]>>;

/** The response code for a name that does not exist. */
const NXDOMAIN = 3;

/** For tests: a DNS server that knows only these names. A test may change the records while the server runs. */
export async function startDnsServer(addresses: Records, texts: Records = {}) {
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    const name = question?.name ?? '';
    const recordsOf = (type: 'A' | 'TXT', records: Records) =>
      question?.type === type ? (records[name] ?? []).map((data) => ({ type, name, ttl: 1, data })) : [];
    const response = encode({
      type: 'response',
      id,
      flags: name in addresses || name in texts ? 0 : NXDOMAIN,
      questions,
      answers: [...recordsOf('A', addresses), ...recordsOf('TXT', texts)],
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
