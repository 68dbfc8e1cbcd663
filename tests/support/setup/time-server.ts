import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** NTP counts seconds from 1900. */
const NTP_EPOCH_MS = Date.UTC(1900, 0, 1);

/** For tests: an NTP server whose clock is behind or ahead by `offsetMs()`. */
export async function startTimeServer(offsetMs: () => number) {
  const socket = createSocket('udp4');
  socket.on('message', (_request, { port, address }) => {
    const packet = Buffer.alloc(48);
    // Version 4, server.
    packet[0] = 0x24;
    const ms = Date.now() + offsetMs() - NTP_EPOCH_MS;
    // When the server received the request, and when it sent its answer.
    for (const offset of [32, 40]) {
      packet.writeUInt32BE(Math.floor(ms / 1_000), offset);
      packet.writeUInt32BE(Math.floor(((ms % 1_000) / 1_000) * 2 ** 32), offset + 4);
    }
    socket.send(packet, port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    host: '127.0.0.1',
    port: socket.address().port,
    close: () => new Promise<void>((resolve) => socket.close(resolve)),
  };
}
