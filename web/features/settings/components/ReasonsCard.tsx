import { Button, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_REASON_LENGTH, type ReasonKind } from '#contract/review/rules.ts';
import type { RejectionReason } from '#contract/settings/schema.ts';
import { LANGUAGES } from '#contract/shared/enums.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { LANGUAGE_NAMES } from '#web/lib/i18n/languages.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { type FormDialogState, useFormDialog } from '#web/ui/dialog/use-form-dialog.ts';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { useReasonText } from '../../transactions/hooks/use-reason-text.ts';
import { useAddReason, useReasons, useSwitchReason } from '../queries.ts';
import { SavedSettings } from './SavedSettings.tsx';
import classes from './SettingsList.module.css';

type ReasonForm = Record<(typeof LANGUAGES)[number], string>;
type ReasonProblems = { en: true };

const NOTHING_TYPED: ReasonForm = { en: '', hi: '', te: '', ml: '', ta: '', kn: '' };

type KindProps = { kind: ReasonKind };

/** Canned reasons of a kind: administrators add, activate and deactivate them. */
export function ReasonsCard({ kind }: KindProps) {
  const { t } = useTranslation();
  const texts = useTexts(kind);
  const dialog = useFormDialog<never, ReasonForm, ReasonProblems>({
    initialValues: () => NOTHING_TYPED,
    findProblems: ({ en }) => (en.trim() === '' ? { en: true } : {}),
  });
  return (
    <SavedSettings
      title={texts.title}
      description={t('The user is shown the reason in their own language.')}
      action={
        <>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => dialog.open()}
          >
            {texts.add}
          </Button>
          <ReasonDialog kind={kind} state={dialog} />
        </>
      }
      saved={useReasons(kind)}
      height={180}
    >
      {(reasons) => (
        <ul className={classes.list}>
          {reasons.map((reason) => (
            <ReasonRow key={reason.id} reason={reason} />
          ))}
        </ul>
      )}
    </SavedSettings>
  );
}

function useTexts(kind: ReasonKind) {
  const { t } = useTranslation();
  return kind === 'rejection'
    ? { title: t('Reasons for rejections'), add: t('Add reason') }
    : { title: t('Reasons for adjustments'), add: t('Add reason for adjustments') };
}

function ReasonRow({ reason }: { reason: RejectionReason }) {
  const textOf = useReasonText();
  const change = useSwitchReason();
  const { id, texts, isActive } = reason;
  return (
    <li className={classes.row}>
      <Switch
        label={textOf(texts)}
        checked={change.isPending ? change.variables.isActive : isActive}
        disabled={change.isPending}
        onChange={(event) => change.mutate({ id, isActive: event.currentTarget.checked })}
      />
    </li>
  );
}

type ReasonDialogProps = KindProps & { state: FormDialogState<never, ReasonForm, ReasonProblems> };

function ReasonDialog({ kind, state }: ReasonDialogProps) {
  const { t } = useTranslation();
  const { form } = state;
  const texts = useTexts(kind);
  const add = useAddReason(state.close);
  return (
    <FormDialog
      opened={state.isOpen}
      onClose={state.close}
      title={texts.add}
      submitLabel={texts.add}
      pendingLabel={t('Updating...')}
      pending={add.isPending}
      failure={add.error}
      form={form}
      onSubmit={(typed) => add.mutate({ ...typed, kind })}
    >
      <Text size="sm" c="dimmed">
        {t(
          'Where a language is left empty, the English text is shown. A reason cannot be changed.',
        )}
      </Text>
      {LANGUAGES.map((language) => (
        <TextInput
          key={language}
          lang={language}
          label={LANGUAGE_NAMES[language]}
          {...form.field(language)}
          error={language === 'en' && form.problems.en && t(errorTable.REASON_REQUIRED.message)}
          maxLength={MAX_REASON_LENGTH}
          required={language === 'en'}
          data-autofocus={language === 'en' || undefined}
        />
      ))}
    </FormDialog>
  );
}
