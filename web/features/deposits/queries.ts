import { skipToken, useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';

/** Another tab may have used the reference. */
const FRESH_MS = 30_000;

/** Reserves the reference of a payment. The server returns the same one until the deposit is sent. */
export function usePaymentIntent(payment: { qrCodeId: string; amount: string } | undefined) {
  return useQuery({
    ...orpc.paymentIntents.open.queryOptions({
      input: payment ?? skipToken,
      staleTime: FRESH_MS,
    }),
    refetchOnWindowFocus: true,
  });
}

export function useActiveQrCodes() {
  return useQuery(orpc.qrCodes.listActive.queryOptions());
}
