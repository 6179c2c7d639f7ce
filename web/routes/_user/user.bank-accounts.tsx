import { createFileRoute } from '@tanstack/react-router';
import { BankAccountsPage } from '../../features/bank-accounts/BankAccountsPage.tsx';

export const Route = createFileRoute('/_user/user/bank-accounts')({ component: BankAccountsPage });
