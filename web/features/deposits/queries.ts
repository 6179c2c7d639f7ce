import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';

/** The QR codes that can be paid by. */
export function useActiveQrCodes() {
  return useQuery(orpc.qrCodes.listActive.queryOptions());
}
