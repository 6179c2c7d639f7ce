import { createFileRoute } from '@tanstack/react-router';
import { ForgotPasswordPage } from '../features/recovery/pages/ForgotPasswordPage.tsx';

export const Route = createFileRoute('/forgot-password')({ component: ForgotPasswordPage });
