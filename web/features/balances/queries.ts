import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api/api.ts';

/** A wallet for pages. If it could not be fetched, `isError` is true and the amounts are zero. */
export type Wallet = {
  balancePaise: number;
  heldPaise: number;
  availablePaise: number;
  isLoading: boolean;
  /** Time of the last successful fetch. */
  seenAt: Date | undefined;
  isError: boolean;
  refetch: () => void;
};

const NOTHING = { balancePaise: 0, heldPaise: 0, availablePaise: 0 };

/** Returns the user's wallet. A failed fetch counts as zero, so that users cannot withdraw an unknown amount. */
export function useWallet(): Wallet {
  const { data, dataUpdatedAt, isPending, isError, refetch } = useQuery(
    orpc.balances.current.queryOptions(),
  );
  const { balancePaise, heldPaise, availablePaise } = isError || !data ? NOTHING : data;
  return {
    balancePaise,
    heldPaise,
    availablePaise,
    isLoading: isPending,
    seenAt: data && new Date(dataUpdatedAt),
    isError,
    refetch: () => void refetch(),
  };
}
