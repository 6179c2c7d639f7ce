import { createFileRoute, redirect } from '@tanstack/react-router';
import { paths } from '../../lib/page/paths.ts';

export const Route = createFileRoute('/_admin/admin/settings/')({
  beforeLoad: () => {
    throw redirect({ to: paths.admin.settings, hash: true, replace: true });
  },
});
