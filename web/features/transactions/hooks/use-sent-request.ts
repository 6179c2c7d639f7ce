import { skipToken, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { TransactionId } from '#contract/shared/base.ts';
import type { OwnTransaction } from '#contract/transactions/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { sentSearch } from '#web/lib/lists/sent-search.ts';

/** Returns the request whose confirmation the URL shows, and functions to open and close it. */
export function useSentRequest() {
  const { sent: id } = sentSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const [made, setMade] = useState<OwnTransaction>();
  const query = useQuery(
    // The id in the URL is unchecked; the server validates it.
    orpc.transactions.own.queryOptions({ input: id ? { id: id as TransactionId } : skipToken }),
  );
  const request = query.data ?? (made?.id === id ? made : undefined);
  return {
    isOpen: id !== undefined,
    request,
    query,
    show: (request: OwnTransaction) => {
      setMade(request);
      void navigate({ to: '.', search: { sent: request.id } });
    },
    close: () => void navigate({ to: '.', search: {} }),
  };
}

export type SentRequest = ReturnType<typeof useSentRequest>;
