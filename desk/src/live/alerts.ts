import { useSyncExternalStore } from 'react';
import type { Card } from '../api/types.ts';
import { deskConfig } from '../api/client.ts';
import { deviceStorage } from '../lib/storage.ts';

/** Tells the user of leads that need somebody while the desk's tab is in the background. */

const KEY = 'desk.alerts';
/** The id of this browser's entry among the user's devices, while the server tells it of leads. */
export const DEVICE_KEY = 'desk.device';
const listeners = new Set<() => void>();
/** The ids of the leads that came since the tab was last seen. */
const unseen = new Set<string>();
let audio: AudioContext | undefined;

type Setting = 'on' | 'off';

/** Whether the user wants a notification and a sound. Undefined until the user has chosen on this device. */
function readSetting(): Setting | undefined {
  const stored = deviceStorage.getItem(KEY);
  return stored === 'on' || stored === 'off' ? stored : undefined;
}

export const useAlertsSetting = (): Setting | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    readSetting,
    () => undefined,
  );

/**
 * Stores the user's choice. Call it on a click, because browsers otherwise neither ask for permission nor play sounds.
 */
export function setAlerts(setting: Setting): void {
  deviceStorage.setItem(KEY, setting);
  for (const listener of listeners) listener();
  if (setting === 'off') return;
  ring();
  // Without permission, the sound remains.
  if ('Notification' in globalThis) void Notification.requestPermission();
}

/** Plays two short notes. */
function ring(): void {
  audio ??= new AudioContext();
  void audio.resume();
  const start = audio.currentTime;
  for (const [index, hertz] of [660, 880].entries()) {
    const at = start + index * 0.18;
    const note = new OscillatorNode(audio, { frequency: hertz });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    note.connect(volume).connect(audio.destination);
    note.start(at);
    note.stop(at + 0.4);
  }
}

function notify(): void {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  // The service worker shows one for each lead (`device.ts`).
  if (deviceStorage.getItem(DEVICE_KEY) !== null) return;
  const count = unseen.size;
  try {
    // The notification names nobody, because locked screens show notifications too. The tag makes it replace the
    // previous notification.
    const notification = new Notification(`${deskConfig().brand} desk`, {
      body: count === 1 ? 'One lead needs somebody.' : `${count} leads need somebody.`,
      tag: 'desk',
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Chrome on Android shows notifications of service workers only.
  }
}

/** Tells the user of leads that need somebody, with a notification and a sound if they want that. */
export function tell(leadIds: readonly string[]): void {
  for (const id of leadIds) unseen.add(id);
  if (readSetting() !== 'on') return;
  ring();
  notify();
}

/** Tells the user of a lead who sees the tab. Toasts are imported on demand, because the first screen has none. */
export function tellHere({ name }: Card, title: string): void {
  void import('../ui/toasts.ts').then(({ toasts }) => {
    toasts.add({ title, description: name, timeout: 15_000 });
  });
}

/** Begins to count anew. Call it when the user sees the tab. */
export function allSeen(): void {
  unseen.clear();
}
