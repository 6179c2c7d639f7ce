import { Grid, Paper, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '#web/lib/session/session.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { OwnActivity } from '../audit/components/OwnActivity.tsx';
import { OwnClosureCard } from '../closures/components/OwnClosureCard.tsx';
import { NotificationChoicesCard } from '../mails/components/NotificationChoicesCard.tsx';
import { OwnDataCard } from '../own-data/OwnDataCard.tsx';
import { RecoveryCard } from '../recovery/components/RecoveryCard.tsx';
import { SecurityLinkCard } from '../second-factors/components/SecurityLinkCard.tsx';
import { ChangePasswordCard } from '../users/components/ChangePasswordCard.tsx';
import { OwnLimitsCard } from '../verification-limits/components/OwnLimitsCard.tsx';
import { OwnVerificationCard } from '../verifications/components/OwnVerificationCard.tsx';
import { PersonalInformation } from './components/PersonalInformation.tsx';
import classes from './ProfilePage.module.css';
import { useProfile } from './queries.ts';

export function ProfilePage() {
  const { t } = useTranslation();
  const profile = useProfile();
  return (
    <>
      <PageHeader
        title={t('Profile Settings')}
        subtitle={t('Your details, your picture and your password')}
      />
      <Summary email={profile.data?.email} />
      <Grid gap="lg" align="flex-start" attributes={IN_ORDER}>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg" data-in-order>
            {profile.data && <PersonalInformation profile={profile.data} />}
            {profile.isPending && <FormSkeleton />}
            {profile.isLoadingError && (
              <Paper withBorder>
                <ErrorState
                  message={t('Failed to fetch profile')}
                  error={profile.error}
                  onRetry={() => void profile.refetch()}
                />
              </Paper>
            )}
            <OwnLimitsCard />
            <OwnVerificationCard />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg" data-in-order>
            <ChangePasswordCard
              title={t('Change Password')}
              successText={t('Password updated successfully')}
            />
            <RecoveryCard />
            <NotificationChoicesCard />
            <OwnDataCard />
            <OwnClosureCard />
            <SecurityLinkCard />
          </Stack>
        </Grid.Col>
        <Grid.Col span={12}>
          <OwnActivity />
        </Grid.Col>
      </Grid>
    </>
  );
}

const IN_ORDER = { inner: { 'data-in-order': true } };

function Summary({ email }: { email: string | undefined }) {
  const { t } = useTranslation();
  const { user, displayName } = useSession();
  return (
    <Paper component="dl" withBorder className={classes.summary}>
      <Fact name={t('Display Name')}>{displayName}</Fact>
      <Fact name={t('Email')}>{email || t('Not set')}</Fact>
      <Fact name={t('Account Type')}>
        {user.role === 'admin' ? t('Administrator') : t('Regular User')}
      </Fact>
    </Paper>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <Text component="dd" size="sm" fw={600} m={0} className={classes.wrap}>
        {children}
      </Text>
    </div>
  );
}

const SKELETON_FIELDS = [1, 2, 3, 4];

function FormSkeleton() {
  return (
    <Paper withBorder p="lg" aria-busy>
      <Stack gap="lg">
        <Skeleton circle height="6rem" />
        {SKELETON_FIELDS.map((field) => (
          <Skeleton key={field} height="2.5rem" />
        ))}
      </Stack>
    </Paper>
  );
}
