import { Center, Loader, Paper, SimpleGrid, Stack, VisuallyHidden } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { VerificationDetails } from '#contract/verifications/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { useFormat } from '#web/lib/i18n/format.ts';
import { levelLabels } from '#web/lib/i18n/verification-labels.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { IfCan } from '#web/ui/IfCan.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { UserDetailsCard } from '../../users/components/UserDetailsCard.tsx';
import { useUser } from '../../users/queries.ts';
import { DecisionCard } from '../components/DecisionCard.tsx';
import { DocumentFigure } from '../components/DocumentFigure.tsx';
import { VerificationBadge } from '../components/VerificationList.tsx';
import { useVerification } from '../queries.ts';

/** The documents of a request next to the user's profile. */
export function VerificationPage() {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const name = useParams({ from: '/_admin/admin/verifications/$userId/$id' });
  const verification = useVerification(name);
  return (
    <>
      <PageHeader title={t('Verification')} back={paths.admin.verifications} />
      {verification.isPending && (
        <Center py="xl" role="status">
          <Loader aria-hidden />
          <VisuallyHidden>{t('Loading...')}</VisuallyHidden>
        </Center>
      )}
      {verification.isLoadingError && (
        <Paper withBorder>
          <ErrorState
            message={errorText(verification.error, t('Failed to load verifications'))}
            error={verification.error}
            onRetry={() => void verification.refetch()}
          />
        </Paper>
      )}
      {verification.data && <VerificationScreen verification={verification.data} />}
    </>
  );
}

function VerificationScreen({ verification }: { verification: VerificationDetails }) {
  const { t } = useTranslation();
  const user = useUser(verification.userId);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Card title={t('Documents')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {verification.documents.map((document) => (
            <DocumentFigure key={document.id} document={document} />
          ))}
        </SimpleGrid>
      </Card>
      <Stack gap="lg">
        <Facts verification={verification} />
        <IfCan permission="users:manage">
          <DecisionCard verification={verification} />
        </IfCan>
        {user.data && <UserDetailsCard user={user.data} />}
      </Stack>
    </SimpleGrid>
  );
}

function Facts({ verification }: { verification: VerificationDetails }) {
  const { t } = useTranslation();
  const format = useFormat();
  const labels = levelLabels(t);
  const { level, currentLevel, createdAt, decidedAt, decidedBy, reason } = verification;
  return (
    <Card title={verification.username}>
      <DetailsList
        details={[
          { label: t('Status'), value: <VerificationBadge row={verification} /> },
          { label: t('Requested level'), value: labels[level] },
          { label: t('Current level'), value: labels[currentLevel] },
          { label: t('Date'), value: format.dateTime(createdAt) },
          ...(decidedAt ? [{ label: t('Decided'), value: format.dateTime(decidedAt) }] : []),
          ...(decidedBy ? [{ label: t('Decided by'), value: decidedBy }] : []),
          ...(reason ? [{ label: t('Reason'), value: reason }] : []),
        ]}
      />
    </Card>
  );
}
