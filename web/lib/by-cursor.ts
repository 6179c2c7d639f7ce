/** How the pages of a list follow each other (TanStack Query): each names the cursor of the next, if there is one. */
export const byCursor = {
  initialPageParam: undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | undefined }) => nextCursor,
};
