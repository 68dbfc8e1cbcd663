/** This browser as a device that the server tells of leads while the desk is closed, by Web Push. */
import { call } from '../api/calls.ts';
import { Refusal } from '../api/refusal.ts';
import { deviceStorage } from '../lib/storage.ts';
import { DEVICE_KEY } from './alerts.ts';

const SCRIPT = '/service-worker.js';

type Policy = { createScriptURL: (url: string) => string };
/** TypeScript does not know it yet. Browsers without it take any text. */
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy };
};
const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SCRIPT });

export const canBeTold = (): boolean => 'serviceWorker' in navigator && 'PushManager' in globalThis;

/** The id of this browser's entry among the user's devices; null if it is not told. */
export const thisDevice = (): string | null => deviceStorage.getItem(DEVICE_KEY);

async function readSubscription(): Promise<PushSubscription | null> {
  const registration = canBeTold() ? await navigator.serviceWorker.getRegistration() : undefined;
  return registration ? registration.pushManager.getSubscription() : null;
}

function fieldsOf(subscription: PushSubscription) {
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  return { endpoint, p256dh, auth };
}

/** Starts the service worker. If this browser is told of leads, tells the server its present address. */
export async function startDevice(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT);
  const id = thisDevice();
  if (id === null) return;
  const subscription = await readSubscription();
  if (subscription === null) return forgetDevice();
  await call('keep_device', { device_id: id, ...fieldsOf(subscription) }).catch(async (error: unknown) => {
    // It was removed on another device, or belongs to somebody who used this browser before.
    if (error instanceof Refusal && error.hint === 'device_gone') await forgetDevice();
  });
}

function nameOfThisDevice(): string {
  const find = (names: string) => new RegExp(names).exec(navigator.userAgent)?.[0];
  const system = find('iPhone|iPad|Android|Windows|Mac|CrOS|Linux') ?? 'Device';
  const browser = find('Edg|Firefox|Chrome|Safari');
  return [system, browser?.replace('Edg', 'Edge')].filter(Boolean).join(', ');
}

/**
 * Adds this browser to the user's devices. Call it on a click, because browsers otherwise do not ask for permission.
 *
 * @returns false if the user or the browser did not allow it
 */
export async function addDevice(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const { id } = await call('add_device', { ...fieldsOf(subscription), name: nameOfThisDevice() });
  deviceStorage.setItem(DEVICE_KEY, id);
  return true;
}

/** Ends what the browser's maker has given this browser, and removes what was shown. */
export async function forgetDevice(): Promise<void> {
  deviceStorage.removeItem(DEVICE_KEY);
  await (await readSubscription())?.unsubscribe();
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}
