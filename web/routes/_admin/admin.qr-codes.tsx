import { createFileRoute } from '@tanstack/react-router';
import { QrCodeManagementPage } from '../../features/qr-codes/QrCodeManagementPage.tsx';

export const Route = createFileRoute('/_admin/admin/qr-codes')({ component: QrCodeManagementPage });
