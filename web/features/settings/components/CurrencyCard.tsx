import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '#web/lib/i18n/i18n.ts';
import { Card } from '#web/ui/Card.tsx';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { StateBadge } from '#web/ui/state/StateBadge.tsx';
import { ACTION_COLORS } from '#web/ui/state/states.ts';
import { type Currencies, useCurrencies } from '../hooks/use-currencies.ts';
import { type Currency, currencyName, sampleOf } from '../model/currency.ts';
import { AddCurrencyDialog } from './AddCurrencyDialog.tsx';
import classes from './SettingsList.module.css';

export function CurrencyCard() {
  const { t } = useTranslation();
  const currencies = useCurrencies();
  const [isAdding, setIsAdding] = useState(false);
  return (
    <Card
      title={t('Currency settings')}
      description={t('All amounts of the wallet are in the active currency.')}
      action={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setIsAdding(true)}
        >
          {t('Add currency')}
        </Button>
      }
    >
      <ul className={classes.list}>
        {currencies.settings.available.map((currency) => (
          <CurrencyRow key={currency.code} currency={currency} currencies={currencies} />
        ))}
      </ul>
      <AddCurrencyDialog
        opened={isAdding}
        onClose={() => setIsAdding(false)}
        onAdd={currencies.add}
      />
    </Card>
  );
}

/** Styled and announced as disabled, but clickable: a click shows why the action is refused. */
const REFUSED = { 'data-disabled': true, 'aria-disabled': true };

type CurrencyRowProps = { currency: Currency; currencies: Currencies };

function CurrencyRow({ currency, currencies }: CurrencyRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { code } = currency;
  const name = currencyName(currency, language);
  const isActive = currencies.settings.active.code === code;
  return (
    <li className={classes.row}>
      <Stack gap={0} miw={0}>
        <Group gap="xs">
          <Text fw={600}>{code}</Text>
          {isActive && <StateBadge state="active" />}
        </Group>
        <Text size="sm" c="dimmed" className={classes.text}>
          {t('{{name}}, shown as {{sample}}', { name, sample: sampleOf(currency) })}
        </Text>
      </Stack>
      <Group gap="xs">
        {!isActive && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Set {{code}} as active', { code })}
            onClick={() => currencies.activate(currency)}
            {...REFUSED}
          >
            {t('Set active')}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="light"
          color={ACTION_COLORS.destroy}
          aria-label={t('Remove {{code}}', { code })}
          onClick={() => currencies.remove(currency)}
          {...(isActive && REFUSED)}
        >
          {t('Remove')}
        </Button>
      </Group>
    </li>
  );
}
