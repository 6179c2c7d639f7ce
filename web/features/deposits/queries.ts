import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';

export function useActiveQrCodes() {
  return useQuery(orpc.qrCodes.listActive.queryOptions());
}
