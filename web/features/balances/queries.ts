import { useQuery } from '@tanstack/react-query';
import { orpc } from '../../lib/api.ts';

/** A wallet as screens use it: zero, and `isError`, when it could not be read. */
export type Wallet = {
  balancePaise: number;
  heldPaise: number;
  availablePaise: number;
  isLoading: boolean;
  /** When the server last returned it, if it did. */
  seenAt: Date | undefined;
  isError: boolean;
  refetch: () => void;
};

const NOTHING = { balancePaise: 0, heldPaise: 0, availablePaise: 0 };

/** The caller's wallet. A failed read counts as nothing, so that no one withdraws on a guess. */
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
