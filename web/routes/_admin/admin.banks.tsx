import { createFileRoute } from '@tanstack/react-router';
import { BankManagementPage } from '../../features/banks/BankManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/banks')({ component: BankManagementPage });
