import { createFileRoute } from '@tanstack/react-router';
import { DepositPage } from '../../features/deposits/DepositPage.tsx';

export const Route = createFileRoute('/_user/deposit')({ component: DepositPage });
