import { ActionIcon, SimpleGrid, Text, TextInput, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LIMIT_KEYS } from '#contract/verification-limits/rules.ts';
import type { LevelLimits } from '#contract/verification-limits/schema.ts';
import { levelLabels, limitLabels, limitsText } from '#web/lib/i18n/verification-labels.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { type FormDialogState, useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { IconPencil } from '#web/ui/icons/IconPencil.ts';
import {
  type LimitsForm,
  type LimitsProblems,
  limitsProblems,
  toLimits,
  toLimitsForm,
} from '../model/limits-form.ts';
import { useLevelLimits, useSaveLimits } from '../queries.ts';
import { SavedSettings } from './SavedSettings.tsx';
import classes from './SettingsList.module.css';

type LimitsDialogState = FormDialogState<LevelLimits, LimitsForm, LimitsProblems>;

/** The limits of each verification level, and a dialog to change them. */
export function LevelLimitsCard() {
  const { t } = useTranslation();
  const dialog = useFormDialog<LevelLimits, LimitsForm, LimitsProblems>({
    initialValues: toLimitsForm,
    findProblems: limitsProblems,
  });
  return (
    <SavedSettings
      title={t('Limits by verification level')}
      description={t('Pending and approved requests count. Days and months are Indian.')}
      saved={useLevelLimits()}
      height={220}
    >
      {(levels) => (
        <>
          <ul className={classes.list}>
            {levels.map((limits) => (
              <LevelRow key={limits.level} limits={limits} onEdit={() => dialog.open(limits)} />
            ))}
          </ul>
          <LimitsDialog state={dialog} />
        </>
      )}
    </SavedSettings>
  );
}

function LevelRow({ limits, onEdit }: { limits: LevelLimits; onEdit: () => void }) {
  const { t } = useTranslation();
  const level = levelLabels(t)[limits.level];
  return (
    <li className={classes.row}>
      <div>
        <Text fw={600}>{level}</Text>
        <Text size="sm" c="dimmed">
          {t('Deposits')}: {limitsText(t, limits, 'deposit')}
        </Text>
        <Text size="sm" c="dimmed">
          {t('Withdrawals')}: {limitsText(t, limits, 'withdrawal')}
        </Text>
      </div>
      <Tooltip label={t('Edit')}>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('Change limits: {{level}}', { level })}
          onClick={onEdit}
        >
          <IconPencil size={18} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function LimitsDialog({ state }: { state: LimitsDialogState }) {
  const { t } = useTranslation();
  const { edited, form } = state;
  const save = useSaveLimits(state.close);
  const labels = limitLabels(t);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={edited ? t('Change limits: {{level}}', { level: levelLabels(t)[edited.level] }) : ''}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      pending={save.isPending}
      failure={save.error}
      form={form}
      onSubmit={(typed) => edited && save.mutate({ level: edited.level, ...toLimits(typed) })}
    >
      <Text size="sm" c="dimmed">
        {t('An empty field means no limit.')}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        {LIMIT_KEYS.map((key) => (
          <TextInput
            key={key}
            label={labels[key]}
            leftSection={<Text aria-hidden>₹</Text>}
            inputMode="decimal"
            autoComplete="off"
            {...form.field(key)}
            error={form.problems[key] && t('Amount must be a valid number')}
          />
        ))}
      </SimpleGrid>
    </FormDialog>
  );
}
