import { createFileRoute } from '@tanstack/react-router';
import { type PassbookSearch, readFilters, writeFilters } from '../../features/passbook/filters.ts';
import { PassbookPage } from '../../features/passbook/PassbookPage.tsx';

export const Route = createFileRoute('/_user/user/passbook')({
  validateSearch: (search: Record<string, unknown>): PassbookSearch =>
    writeFilters(readFilters(search)),
  component: PassbookPage,
});
