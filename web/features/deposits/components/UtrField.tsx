import { Button, List, Stack, Text, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_TYPED_UTR } from '#contract/deposits/rules.ts';
import { errorTable } from '#contract/shared/errors.ts';
import type { CheckedForm } from '#web/ui/form/use-checked-form.ts';
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
  const problem = form.problems.utr;
  return (
    <Stack gap="2xs" align="flex-start">
      <TextInput
        w="100%"
        label={isRequired ? t('UTR / reference number') : t('UTR / reference number (optional)')}
        description={t('12 digits for UPI and IMPS. It helps us find your payment.')}
        required={isRequired}
        withAsterisk={isRequired}
        maxLength={MAX_TYPED_UTR}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        {...form.field('utr')}
        error={problem && t(errorTable[UTR_ERRORS[problem]].message)}
      />
      <UtrHelp />
    </Stack>
  );
}

function UtrHelp() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ alignSelf: 'flex-start' }}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {t('Where do I find the UTR?')}
      </Button>
      <div id={id} hidden={!isOpen}>
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
      </div>
    </>
  );
}
