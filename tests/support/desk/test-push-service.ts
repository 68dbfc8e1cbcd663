import { createDecipheriv, createECDH, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import webPush from 'web-push';
import { createPushService, type Subscription } from '#server/desk/push/push-service.ts';
import { closeAtEnd } from '../runner/close-at-end.ts';
import { listen } from '../server/listen-on-free-port.ts';

export const VAPID_KEYS = webPush.generateVAPIDKeys();

/** Sends to push services on this machine. */
export const TEST_PUSH_SERVICE = createPushService({
  keys: VAPID_KEYS,
  subject: 'mailto:website@example.com',
  allowsLoopback: true,
});

export type Delivered = {
  device: string;
  headers: IncomingHttpHeaders;
  notification: Record<string, string>;
  /** Everything that the push service was sent, decrypted. */
  text: string;
};

/** Decrypts a message as a browser does. @see https://www.rfc-editor.org/rfc/rfc8291 */
function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const ikm = Buffer.from(hkdfSync('sha256', browser.computeSecret(senderKey), auth, info, 32));
  const key = createHmac('sha256', salt).update(ikm).digest();
  const expand = (label: string, length: number) =>
    createHmac('sha256', key).update(`Content-Encoding: ${label}\0\x01`).digest().subarray(0, length);
  const decipher = createDecipheriv('aes-128-gcm', expand('aes128gcm', 16), expand('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

/** A real HTTP server in the place of those of the browsers' makers. */
export async function startTestPushService() {
  const browsers = new Map<string, { ecdh: ReturnType<typeof createECDH>; auth: Buffer }>();
  const delivered: Delivered[] = [];
  /** How it answers, by the device's name. By default, with 201. */
  const answers = new Map<string, (response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const device = request.url?.slice(1) ?? '';
      const browser = browsers.get(device);
      if (browser) {
        const text = decrypt(body, browser.ecdh, browser.auth);
        const { notification } = JSON.parse(text) as Pick<Delivered, 'notification'>;
        delivered.push({ device, headers: request.headers, notification, text });
      }
      (answers.get(device) ?? (() => response.writeHead(201).end()))(response);
    });
  });
  const port = await listen(server);
  closeAtEnd(() => {
    server.closeAllConnections();
    server.close();
    return Promise.resolve();
  });
  return {
    delivered,
    answers,
    /** The subscription of a browser, which this push service knows by the device's name. */
    subscribe(device: string): Subscription {
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      browsers.set(device, { ecdh, auth });
      return {
        endpoint: `http://127.0.0.1:${port}/${device}`,
        p256dh: ecdh.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
      };
    },
  };
}
