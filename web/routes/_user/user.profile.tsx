import { createFileRoute } from '@tanstack/react-router';
import { ProfilePage } from '../../features/profiles/ProfilePage.tsx';

export const Route = createFileRoute('/_user/user/profile')({ component: ProfilePage });
