import { Text, type TextProps, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './AccountNumber.module.css';

/** A masked account number; screen readers read its last digits instead of bullets. */
export function AccountNumber({ masked, ...props }: TextProps & { masked: string }) {
  const { t } = useTranslation();
  return (
    <Text component="span" size="sm" className={classes.number} {...props}>
      <span aria-hidden>{masked}</span>
      <VisuallyHidden>
        {t('Account ending in {{digits}}', { digits: masked.slice(-4) })}
      </VisuallyHidden>
    </Text>
  );
}
