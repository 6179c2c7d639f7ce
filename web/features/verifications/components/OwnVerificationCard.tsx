import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { VERIFICATION_LEVELS } from '#contract/verification-limits/rules.ts';
import {
  MAX_DOCUMENTS,
  REQUESTABLE_LEVELS,
  type RequestableLevel,
} from '#contract/verifications/rules.ts';
import type { OwnVerification } from '#contract/verifications/schema.ts';
import { useErrorText } from '#web/lib/api/errors.ts';
import { levelLabels } from '#web/lib/i18n/verification-labels.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { LoadingPart } from '#web/ui/state/LoadingPart.tsx';
import { StateAlert } from '#web/ui/state/StateAlert.tsx';
import { useSetting } from '../../settings/queries.ts';
import {
  useOwnVerification,
  useRemoveDocument,
  useSubmitVerification,
  useWithdrawVerification,
} from '../queries.ts';
import { AddDocumentDialog } from './AddDocumentDialog.tsx';
import { DocumentFigure } from './DocumentFigure.tsx';

type OwnProps = { own: OwnVerification };

/** Documents that a user sends to be verified. Renders nothing if they cannot be uploaded, or nothing is left to ask for. */
export function OwnVerificationCard() {
  const { t } = useTranslation();
  const { data: own, isPending, isLoadingError, error, refetch } = useOwnVerification();
  if (isPending) return <LoadingPart />;
  if (isLoadingError) {
    return (
      <Card title={t('Verify your account')}>
        <ErrorState
          message={t('Failed to load your documents')}
          error={error}
          onRetry={() => void refetch()}
        />
      </Card>
    );
  }
  if (!own || (!own.isAvailable && !own.request)) return null;
  const isWaiting = own.request?.state === 'waiting';
  if (own.level === 'full' && !isWaiting && own.documents.length === 0) return null;
  return (
    <Card
      title={t('Verify your account')}
      description={t('With a higher verification level, higher limits can apply.')}
    >
      {isWaiting ? <Waiting own={own} /> : <Unsent own={own} />}
    </Card>
  );
}

function Waiting({ own }: OwnProps) {
  const { t } = useTranslation();
  const [isAsking, asking] = useDisclosure(false);
  const withdraw = useWithdrawVerification();
  return (
    <Stack gap="md">
      <StateAlert state="pending" role="status">
        {t('Your documents are being checked. You will be notified.')}
      </StateAlert>
      <Documents documents={own.request?.documents ?? []} />
      <Group>
        <Button variant="default" loading={withdraw.isPending} onClick={asking.open}>
          {t('Take back the request')}
        </Button>
      </Group>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title={t('Take back the request')}
        message={t('The documents are deleted.')}
        confirmLabel={t('Take back the request')}
        onConfirm={() => {
          asking.close();
          withdraw.mutate({});
        }}
        danger
      />
    </Stack>
  );
}

function Unsent({ own }: OwnProps) {
  const { t } = useTranslation();
  const [isAdding, adding] = useDisclosure(false);
  const days = useSetting('documentDays');
  const { documents, request, isAvailable } = own;
  return (
    <Stack gap="md">
      {request?.state === 'rejected' && (
        <StateAlert state="rejected" title={t('Your documents were not accepted')}>
          {t('Reason: {{reason}}', { reason: request.reason })}
        </StateAlert>
      )}
      <Documents documents={documents} isRemovable />
      {isAvailable && documents.length < MAX_DOCUMENTS && (
        <Group>
          <Button variant="default" onClick={adding.open}>
            {t('Add a document')}
          </Button>
        </Group>
      )}
      {documents.length > 0 && <Submission own={own} />}
      <Text size="sm" c="dimmed">
        {t(
          'Only you and admins who check documents can see them. The images are deleted {{count}} days after the decision.',
          { count: days ?? 0 },
        )}
      </Text>
      <AddDocumentDialog opened={isAdding} onClose={adding.close} />
    </Stack>
  );
}

function Submission({ own }: OwnProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const labels = levelLabels(t);
  const open = REQUESTABLE_LEVELS.filter(
    (one) => VERIFICATION_LEVELS.indexOf(one) > VERIFICATION_LEVELS.indexOf(own.level),
  );
  const [chosen, setChosen] = useState<RequestableLevel>();
  const submit = useSubmitVerification(() => setChosen(undefined));
  const level = chosen ?? open[0];
  if (!level) return null;
  return (
    <Stack gap="sm">
      <ChoiceField
        label={t('Verification level')}
        choices={open.map((value) => ({ value, label: labels[value] }))}
        value={level}
        onChange={setChosen}
      />
      {submit.error && (
        <StateAlert state="failed" role="alert">
          {errorText(submit.error, t('The documents could not be sent'))}
        </StateAlert>
      )}
      <Group>
        <Button loading={submit.isPending} onClick={() => submit.mutate({ level })}>
          {t('Send for verification')}
        </Button>
      </Group>
    </Stack>
  );
}

type DocumentsProps = { documents: OwnVerification['documents']; isRemovable?: boolean };

function Documents({ documents, isRemovable = false }: DocumentsProps) {
  const { t } = useTranslation();
  const remove = useRemoveDocument();
  if (documents.length === 0) return null;
  return (
    <SimpleGrid cols={2}>
      {documents.map((document) => (
        <DocumentFigure
          key={document.id}
          document={document}
          isSmall
          action={
            isRemovable && (
              <Group>
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={remove.isPending}
                  onClick={() => remove.mutate({ id: document.id })}
                >
                  {t('Delete')}
                </Button>
              </Group>
            )
          }
        />
      ))}
    </SimpleGrid>
  );
}
