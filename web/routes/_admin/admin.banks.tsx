import { createFileRoute } from '@tanstack/react-router';
import { BankManagementPage } from '../../features/banks/pages/BankManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/banks')({ component: BankManagementPage });
