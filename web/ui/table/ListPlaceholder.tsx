import { useErrorText } from '../../lib/api/errors.ts';
import { ErrorState } from '../state/ErrorState.tsx';
import { ListSkeleton } from './ListSkeleton.tsx';

type ListPlaceholderProps = {
  /** A query without data. */
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  /** The text of an error without a text for people. */
  failed: string;
  /** Rows of the skeleton. */
  rows: number;
};

/** In place of a list: a skeleton while it loads, or the error of the attempt. */
export function ListPlaceholder({ query, failed, rows }: ListPlaceholderProps) {
  const errorText = useErrorText();
  if (!query.isError) return <ListSkeleton rows={rows} />;
  const { error } = query;
  return (
    <ErrorState
      message={errorText(error, failed)}
      error={error}
      onRetry={() => void query.refetch()}
    />
  );
}
