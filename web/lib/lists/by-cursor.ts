/** Pagination options for TanStack Query: each page contains the cursor of the next one. */
export const byCursor = {
  initialPageParam: undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | undefined }) => nextCursor,
};
