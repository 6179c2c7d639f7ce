import { createFileRoute } from '@tanstack/react-router';
import { ResetPasswordPage } from '../features/recovery/pages/ResetPasswordPage.tsx';

export const Route = createFileRoute('/reset-password')({ component: ResetPasswordPage });
