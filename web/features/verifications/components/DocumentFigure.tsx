import { Anchor, Image, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { VerificationDocument } from '#contract/verifications/schema.ts';
import { documentLabels } from '#web/lib/i18n/document-labels.ts';

type DocumentFigureProps = {
  document: VerificationDocument;
  action?: ReactNode;
  /** Only to recognize the document. */
  isSmall?: boolean;
};

/** A document with its kind and the last four characters of its number; the image opens in a new tab. */
export function DocumentFigure({ document, action, isSmall = false }: DocumentFigureProps) {
  const { t } = useTranslation();
  const { kind, lastFour, imageUrl } = document;
  const label = documentLabels(t)[kind];
  return (
    <Stack component="figure" gap="2xs" m={0}>
      {imageUrl ? (
        <Anchor href={imageUrl} target="_blank" rel="noreferrer" aria-label={label}>
          <Image
            src={imageUrl}
            alt=""
            radius="md"
            mah={isSmall ? '10rem' : '24rem'}
            fit="contain"
          />
        </Anchor>
      ) : (
        <Text size="sm" c="dimmed">
          {t('The image was deleted.')}
        </Text>
      )}
      <figcaption>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        {lastFour && (
          <Text size="sm" c="dimmed">
            {t('Number ending in {{digits}}', { digits: lastFour })}
          </Text>
        )}
      </figcaption>
      {action}
    </Stack>
  );
}
