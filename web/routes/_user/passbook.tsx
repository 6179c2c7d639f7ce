import { createFileRoute } from '@tanstack/react-router';
import { passbookSearch } from '../../features/passbook/filters.ts';
import { PassbookPage } from '../../features/passbook/PassbookPage.tsx';

export const Route = createFileRoute('/_user/passbook')({
  validateSearch: passbookSearch,
  component: PassbookPage,
});
