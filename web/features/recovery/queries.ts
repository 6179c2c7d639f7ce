import { useMutation, useQuery } from '@tanstack/react-query';
import type { RecoveryAddress } from '#contract/recovery/schema.ts';
import { orpc } from '../../lib/api/api.ts';
import { queryClient } from '../../lib/api/query-client.ts';

/** Returns whether a forgotten password can be reset by e-mail, and the support contact. */
export function useRecoveryOptions() {
  return useQuery(orpc.recovery.options.queryOptions());
}

export function useRequestReset() {
  return useMutation(orpc.recovery.request.mutationOptions());
}

export function useResetPassword() {
  return useMutation(orpc.recovery.reset.mutationOptions());
}

export function useRecoveryAddress() {
  return useQuery(orpc.recovery.address.queryOptions());
}

function keep(saved: RecoveryAddress): void {
  queryClient.setQueryData(orpc.recovery.address.queryKey(), saved);
  // They name the address.
  void queryClient.invalidateQueries({ queryKey: orpc.mails.preferences.key() });
}

export function useSetAddress() {
  return useMutation(orpc.recovery.setAddress.mutationOptions({ onSuccess: keep }));
}

export function useConfirmAddress() {
  return useMutation(orpc.recovery.confirmAddress.mutationOptions({ onSuccess: keep }));
}

export function useRemoveAddress() {
  return useMutation(orpc.recovery.removeAddress.mutationOptions({ onSuccess: keep }));
}
