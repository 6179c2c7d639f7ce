import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserDetails } from '#contract/users/schema.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import classes from '../pages/UserPage.module.css';

type UserProps = { user: UserDetails };
type Fact = { label: string; value: ReactNode; isWide?: boolean };

export function UserDetailsCard({ user }: UserProps) {
  const { t } = useTranslation();
  const facts = useFacts(user);
  return (
    <Card title={t('User Details')}>
      <dl className={classes.facts}>
        {facts.map(({ label, value, isWide }) => (
          <div key={label} data-wide={isWide}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <Text component="dd" size="sm" fw={500} className={classes.value}>
              {value}
            </Text>
          </div>
        ))}
      </dl>
      <Title order={3} size="h5" mt="lg" mb="sm">
        {t('Account Summary')}
      </Title>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <Tile
          label={t('Account Type')}
          value={user.role === 'admin' ? t('Administrator') : t('Regular User')}
        />
        <Tile label={t('Status')} value={user.status === 'active' ? t('Active') : t('Inactive')} />
        <Tile label={t('Balance')} value={<Amount paise={user.balancePaise} />} />
      </SimpleGrid>
    </Card>
  );
}

function useFacts(user: UserDetails): Fact[] {
  const { t } = useTranslation();
  const format = useFormat();
  const orNothing = (text: string | null) =>
    text || (
      <Text span inherit c="dimmed">
        {t('Not provided')}
      </Text>
    );
  return [
    { label: t('Full Name'), value: user.name },
    { label: t('Username'), value: user.username },
    { label: t('Email'), value: user.email, isWide: true },
    { label: t('Phone'), value: orNothing(user.phone) },
    {
      label: t('Role'),
      value: user.role === 'admin' ? t('Administrator') : t('Regular User'),
    },
    { label: t('Status'), value: user.status === 'active' ? t('Active') : t('Inactive') },
    {
      label: t('Second factor'),
      value: user.secondFactorSince
        ? t('Active since {{date}}', { date: format.dateTime(user.secondFactorSince) })
        : t('Not set up'),
    },
    ...(user.otherAccess.identity === null
      ? []
      : [{ label: t('Sign-in account'), value: user.otherAccess.identity, isWide: true }]),
    { label: t('Address'), value: orNothing(user.address) },
    { label: t('City'), value: orNothing(user.city) },
    { label: t('Country'), value: orNothing(user.country) },
    { label: t('Current Balance'), value: <Amount paise={user.balancePaise} /> },
    {
      label: t('Member Since'),
      value: Number.isNaN(user.createdAt.getTime()) ? (
        t('Unknown')
      ) : (
        <RelativeTime date={user.createdAt} />
      ),
    },
  ];
}

function Tile({ label, value }: Fact) {
  return (
    <Stack gap={0} className={classes.tile}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text fw={600}>{value}</Text>
    </Stack>
  );
}
