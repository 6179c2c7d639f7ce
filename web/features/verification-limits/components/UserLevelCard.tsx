import { ActionIcon, Text, TextInput, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_REASON_LENGTH } from '#contract/review/rules.ts';
import type { UserId } from '#contract/shared/base.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import {
  VERIFICATION_LEVELS,
  type VerificationLevel,
} from '#contract/verification-limits/rules.ts';
import type { OwnLimits } from '#contract/verification-limits/schema.ts';
import { levelLabels, limitsText } from '#web/lib/i18n/verification-labels.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Amount } from '#web/ui/Amount.tsx';
import { Card } from '#web/ui/Card.tsx';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { type FormDialogState, useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { IconPencil } from '#web/ui/icons/IconPencil.ts';
import { ListPlaceholder } from '#web/ui/table/ListPlaceholder.tsx';
import { DetailsList } from '../../transactions/components/DetailsList.tsx';
import { useLimitsOf, useSetLevel } from '../queries.ts';

const SKELETON_ROWS = 3;

type LevelForm = { level: VerificationLevel; reason: string };
type LevelProblems = { reason: true };
type LevelDialogState = FormDialogState<UserDetails, LevelForm, LevelProblems>;

/** A user's verification level, which administrators change with a reason, and the limits that follow from it. */
export function UserLevelCard({ user }: { user: UserDetails }) {
  const { t } = useTranslation();
  const session = useSession();
  const mayChange = useCan('users:manage') && user.id !== session.user.id;
  const dialog = useFormDialog<UserDetails, LevelForm, LevelProblems>({
    initialValues: (edited) => ({ level: edited?.verificationLevel ?? 'none', reason: '' }),
    findProblems: ({ reason }) => (reason.trim() === '' ? { reason: true } : {}),
  });
  const { verificationLevel, verificationReason } = user;
  return (
    <Card
      title={t('Verification and limits')}
      action={
        mayChange && (
          <Tooltip label={t('Edit')}>
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('Change level')}
              onClick={() => dialog.open(user)}
            >
              <IconPencil size={18} />
            </ActionIcon>
          </Tooltip>
        )
      }
    >
      <DetailsList
        details={[
          { label: t('Verification level'), value: levelLabels(t)[verificationLevel] },
          ...(verificationReason ? [{ label: t('Reason'), value: verificationReason }] : []),
        ]}
      />
      {user.role === 'user' && <Limits userId={user.id} />}
      <LevelDialog state={dialog} />
    </Card>
  );
}

function Limits({ userId }: { userId: UserId }) {
  const { t } = useTranslation();
  const limits = useLimitsOf(userId);
  if (!limits.data) {
    return (
      <ListPlaceholder
        query={limits}
        failed={t('Failed to load the limits')}
        rows={SKELETON_ROWS}
      />
    );
  }
  const { limits: allowed, deposit, withdrawal } = limits.data;
  return (
    <DetailsList
      details={[
        { label: t('Deposits'), value: limitsText(t, allowed, 'deposit') },
        ...restOf(t('Deposits'), deposit),
        { label: t('Withdrawals'), value: limitsText(t, allowed, 'withdrawal') },
        ...restOf(t('Withdrawals'), withdrawal),
      ]}
    />
  );

  function restOf(type: string, { leftTodayPaise, leftThisMonthPaise }: OwnLimits['deposit']) {
    return [
      { label: `${type}: ${t('Left today')}`, paise: leftTodayPaise },
      { label: `${type}: ${t('Left this month')}`, paise: leftThisMonthPaise },
    ].flatMap(({ label, paise }) =>
      paise === null ? [] : { label, value: <Amount paise={paise} /> },
    );
  }
}

function LevelDialog({ state }: { state: LevelDialogState }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const change = useSetLevel(state.close);
  const labels = levelLabels(t);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={t('Change level')}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      pending={change.isPending}
      failure={change.error}
      form={form}
      onSubmit={(typed) => edited && change.mutate({ userId: edited.id, ...typed })}
      size="sm"
    >
      <Text size="sm" c="dimmed">
        {t('The level decides which limits apply to the user’s deposits and withdrawals.')}
      </Text>
      <ChoiceField
        label={t('Verification level')}
        choices={VERIFICATION_LEVELS.map((level) => ({ value: level, label: labels[level] }))}
        {...form.field('level')}
      />
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
