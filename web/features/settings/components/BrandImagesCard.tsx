import { Button, Group, Image, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BrandImage, MIN_ICON_SIDE } from '#contract/branding/rules.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { orpc } from '#web/lib/api/api.ts';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { useRemoveBrandImage, useSetBrandImage } from '../queries.ts';
import classes from './BrandCard.module.css';
import { SavedSettings } from './SavedSettings.tsx';

/** The operator's logo and icon. */
export function BrandImagesCard() {
  const { t } = useTranslation();
  const saved = useQuery(orpc.settings.brand.queryOptions());
  return (
    <SavedSettings
      title={t('Logo and icon')}
      description={t('The logo replaces the name in the top bar, the icon is that of the app.')}
      saved={saved}
      height={320}
    >
      {({ logo, icon }) => (
        <Stack gap="lg">
          <BrandImageField image="logo" label={t('Logo')} url={logo} />
          <BrandImageField
            image="icon"
            label={t('Icon')}
            hint={t('Square, at least {{pixels}} × {{pixels}} pixels', { pixels: MIN_ICON_SIDE })}
            url={icon}
          />
        </Stack>
      )}
    </SavedSettings>
  );
}

type BrandImageFieldProps = { image: BrandImage; label: string; hint?: string; url: string | null };

function BrandImageField({ image, label, hint, url }: BrandImageFieldProps) {
  const { t } = useTranslation();
  const [file, setFile] = useState<File | null>(null);
  const set = useSetBrandImage(image, () => setFile(null));
  const remove = useRemoveBrandImage(image);
  return (
    <Stack gap="xs" component="fieldset" className={classes.image}>
      <Text component="legend" size="sm" fw={500}>
        {label}
      </Text>
      {url && (
        <Group gap="md">
          <Image src={url} alt={t('Current image')} className={classes.preview} />
          <Button
            variant="default"
            size="compact-sm"
            loading={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t('Remove')}
          </Button>
        </Group>
      )}
      <ImageInput
        label={t('New image')}
        hint={hint}
        value={file}
        onChange={setFile}
        accept={UPLOAD_TYPES}
        maxBytes={MAX_UPLOAD_BYTES}
        disabled={set.isPending}
      />
      {file && (
        <Button loading={set.isPending} onClick={() => set.mutate(file)}>
          {t('Save image')}
        </Button>
      )}
    </Stack>
  );
}
