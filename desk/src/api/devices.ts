import { queryOptions } from '@tanstack/react-query';
import { call } from './calls.ts';

const readDevices = () => call('devices', {});
/** The user's devices, and what they are told of. */
export type Devices = Awaited<ReturnType<typeof readDevices>>;
export const devicesQuery = () => queryOptions({ queryKey: ['devices'], queryFn: readDevices, staleTime: 0 });

export const removeDevice = (id: string) => call('remove_device', { device_id: id });
export const testDevice = (id: string) => call('test_device', { device_id: id });
export const chooseAlerts = (choice: Parameters<typeof call<'choose_alerts'>>[1]) =>
  call('choose_alerts', choice);
