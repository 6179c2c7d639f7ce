import { useNavigate } from '@tanstack/react-router';
import type { AdminTransaction } from '#contract/transactions/schema.ts';
import { paths } from '#web/lib/page/paths.ts';

/** Returns a function that opens a request on the review page. */
export function useOpenDesk(): (row: AdminTransaction) => void {
  const navigate = useNavigate();
  return ({ id, type }) => void navigate({ to: paths.admin.desk(type), search: { id } });
}
