import { Button, Container, Group, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { orpc } from '#web/lib/api/api.ts';
import { queryClient } from '#web/lib/api/query-client.ts';
import { ProductMark } from '#web/ui/ProductMark.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { OwnFactorCards } from '../../second-factors/components/OwnFactorCards.tsx';
import { useSignOut } from '../../sessions/hooks/use-sign-out.ts';
import { RequiredPasswordChange } from '../../users/components/RequiredPasswordChange.tsx';
import { LanguagePicker } from './LanguagePicker.tsx';

export default function RequiredFactorScreen({ onAdded }: { onAdded: () => void }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const leave = async () => {
    await queryClient.refetchQueries({ queryKey: orpc.sessions.current.key() });
    onAdded();
  };
  return (
    <Container component="main" size="sm" py="xl">
      <Stack gap="lg">
        <Group justify="space-between">
          <ProductMark size={40} />
          <Group gap="sm">
            <LanguagePicker />
            <Button
              variant="default"
              loading={signOut.isPending}
              onClick={() => signOut.mutate(undefined)}
            >
              {t('Logout')}
            </Button>
          </Group>
        </Group>
        <Title order={1} size="h2">
          {t('Add a second factor')}
        </Title>
        <RequiredPasswordChange />
        <StateAlert state="warning" role="status">
          {t(
            'Admins of this wallet need a second factor, and the time to add one is over. Add an authenticator app or a passkey to continue.',
          )}
        </StateAlert>
        <OwnFactorCards onCodesSaved={() => void leave()} />
      </Stack>
    </Container>
  );
}
