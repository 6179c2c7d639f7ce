import { Button, Group, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { MAX_REASON_LENGTH } from '#contract/review/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { REQUESTABLE_LEVELS, type RequestableLevel } from '#contract/verifications/rules.ts';
import type { VerificationDetails } from '#contract/verifications/schema.ts';
import { levelLabels } from '#web/lib/i18n/verification-labels.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Card } from '#web/ui/Card.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { useDecideVerification, useEraseDocuments } from '../queries.ts';

type DetailsProps = { verification: VerificationDetails };
type DecisionForm = { level: RequestableLevel; reason: string };

/** Buttons that grant a level, reject the request, or delete the documents afterwards. */
export function DecisionCard({ verification }: DetailsProps) {
  const { t } = useTranslation();
  const { user } = useSession();
  const [isGranting, granting] = useDisclosure(false);
  const [isRejecting, rejecting] = useDisclosure(false);
  const isOwn = verification.userId === user.id;
  if (verification.state !== 'waiting') return <Erasure verification={verification} />;
  if (isOwn) return <Text size="sm">{t(errorTable.OWN_ACCOUNT_PROTECTED.message)}</Text>;
  return (
    <Card title={t('Decision')}>
      <Group>
        <Button color={ACTION_COLORS.approve} onClick={granting.open}>
          {t('Grant level')}
        </Button>
        <Button color={ACTION_COLORS.destroy} variant="light" onClick={rejecting.open}>
          {t('Reject')}
        </Button>
      </Group>
      <DecisionDialog
        verification={verification}
        opened={isGranting}
        onClose={granting.close}
        isGrant
      />
      <DecisionDialog verification={verification} opened={isRejecting} onClose={rejecting.close} />
    </Card>
  );
}

type DialogProps = DetailsProps & { opened: boolean; onClose: () => void; isGrant?: boolean };

function DecisionDialog({ verification, opened, onClose, isGrant = false }: DialogProps) {
  const { t } = useTranslation();
  const { userId, id } = verification;
  const initialValues: DecisionForm = {
    level: verification.level,
    reason: isGrant ? t('Documents checked') : '',
  };
  const form = useCheckedForm<DecisionForm, { reason: true }>({
    initialValues,
    findProblems: ({ reason }) => (reason.trim() === '' ? { reason: true } : {}),
  });
  const decide = useDecideVerification(() => {
    form.start(initialValues);
    onClose();
  });
  const labels = levelLabels(t);
  const title = isGrant ? t('Grant level') : t('Reject');
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      submitLabel={title}
      pendingLabel={t('Saving...')}
      pending={decide.isPending}
      failure={decide.error}
      form={form}
      onSubmit={({ level, reason }) =>
        decide.mutate({ userId, id, level: isGrant ? level : null, reason })
      }
      size="sm"
    >
      {isGrant && (
        <ChoiceField
          label={t('Verification level')}
          choices={REQUESTABLE_LEVELS.map((value) => ({ value, label: labels[value] }))}
          {...form.field('level')}
        />
      )}
      <TextInput
        label={t('Reason')}
        description={t('The user sees it in the notification.')}
        maxLength={MAX_REASON_LENGTH}
        autoComplete="off"
        {...form.field('reason')}
        error={form.problems.reason && t(errorTable.VERIFICATION_REASON_REQUIRED.message)}
      />
    </FormDialog>
  );
}

function Erasure({ verification: { userId, id, documents } }: DetailsProps) {
  const { t } = useTranslation();
  const [isAsking, asking] = useDisclosure(false);
  const erase = useEraseDocuments();
  if (documents.every(({ imageUrl }) => imageUrl === null)) return null;
  return (
    <Group>
      <Button
        color={ACTION_COLORS.destroy}
        variant="light"
        loading={erase.isPending}
        onClick={asking.open}
      >
        {t('Delete the documents')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title={t('Delete the documents')}
        message={t(
          'The images cannot be restored. The decision and the last four characters of numbers stay.',
        )}
        confirmLabel={t('Delete the documents')}
        onConfirm={() => {
          asking.close();
          erase.mutate({ userId, id });
        }}
        danger
      />
    </Group>
  );
}
