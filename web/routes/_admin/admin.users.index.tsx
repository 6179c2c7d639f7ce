import { createFileRoute } from '@tanstack/react-router';
import { UsersPage } from '../../features/users/UsersPage.tsx';

export const Route = createFileRoute('/_admin/admin/users/')({
  validateSearch: ({ search }: Record<string, unknown>): { search?: string } =>
    search === undefined || search === '' ? {} : { search: String(search).slice(0, 200) },
  component: UsersPage,
});
