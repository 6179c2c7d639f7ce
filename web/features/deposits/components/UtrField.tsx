import { ActionIcon, List, Text, TextInput, Tooltip } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TYPED_UTR } from '#contract/deposits/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
import { IconHelpCircle } from '#web/ui/icons/IconHelpCircle.ts';
import { type DepositFields, type DepositProblems, UTR_ERRORS } from '../model/deposit-form.ts';

/** Names that the apps show in every language. */
const APPS = [
  { app: 'Google Pay', label: 'UPI transaction ID' },
  { app: 'PhonePe', label: 'UTR' },
  { app: 'Paytm', label: 'UPI Ref. No.' },
  { app: 'BHIM', label: 'UPI Ref. ID' },
];

type UtrFieldProps = {
  form: CheckedForm<DepositFields, Required<DepositProblems>>;
  isRequired: boolean;
};

/** Reference number of the payment, with help where payment apps show it. */
export function UtrField({ form, isRequired }: UtrFieldProps) {
  const { t } = useTranslation();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const helpId = useId();
  const problem = form.problems.utr;
  return (
    <div>
      <TextInput
        label={isRequired ? t('UTR / reference number') : t('UTR / reference number (optional)')}
        description={t('12 digits for UPI and IMPS. It helps us find your payment.')}
        required={isRequired}
        withAsterisk={isRequired}
        maxLength={MAX_TYPED_UTR}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        rightSection={
          <HelpButton
            isOpen={isHelpOpen}
            controls={helpId}
            onClick={() => setIsHelpOpen(!isHelpOpen)}
          />
        }
        {...form.field('utr')}
        error={problem && t(errorTable[UTR_ERRORS[problem]].message)}
      />
      <div id={helpId} hidden={!isHelpOpen}>
        <UtrHelp />
      </div>
    </div>
  );
}

type HelpButtonProps = { isOpen: boolean; controls: string; onClick: () => void };

function HelpButton({ isOpen, controls, onClick }: HelpButtonProps) {
  const { t } = useTranslation();
  const label = t('Where do I find the UTR?');
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={controls}
        onClick={onClick}
      >
        <IconHelpCircle size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

function UtrHelp() {
  const { t } = useTranslation();
  return (
    <>
      <Text size="sm">
        {t('Open the payment in the app that you paid with. The number has this name there:')}
      </Text>
      <List size="sm" spacing="3xs">
        {APPS.map(({ app, label }) => (
          <List.Item key={app}>
            {app}: {label}
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        {t(
          'Other apps and banks: a number with 12 digits, or 16 or 22 letters and digits for NEFT and RTGS.',
        )}
      </Text>
    </>
  );
}
