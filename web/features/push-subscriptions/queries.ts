import { useMutation, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';
import { useSession } from '../../lib/session/session.ts';
import { readDeviceState, switchOff, switchOn } from './model/device.ts';

const deviceKey = (userId: string) => ['device-notifications', userId];

/** The key of the server; null if it sends no notifications to devices. */
export function usePushKey() {
  return useQuery(orpc.pushSubscriptions.key.queryOptions());
}

export function useDeviceState() {
  const { id } = useSession().user;
  return useQuery({
    queryKey: deviceKey(id),
    queryFn: () => readDeviceState(id),
    networkMode: 'always',
    // The person may have changed the permission in the browser.
    refetchOnWindowFocus: 'always',
  });
}

export function useSwitchDevice(publicKey: string) {
  const { id: userId } = useSession().user;
  return useMutation({
    mutationFn: (isOn: boolean) => (isOn ? switchOn({ userId, publicKey }) : switchOff()),
    networkMode: 'always',
    onSettled: () => queryClient.invalidateQueries({ queryKey: deviceKey(userId) }),
  });
}
