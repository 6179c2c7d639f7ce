import { Loader, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/shared/errors.ts';
import {
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_URL_LENGTH,
} from '#contract/shared/limits.ts';
import { imageRules } from '#contract/uploads/routes.ts';
import { UPLOAD_TYPES } from '#contract/uploads/rules.ts';
import { Card } from '#web/ui/Card.tsx';
import { ImageInput } from '#web/ui/form/ImageInput.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { IconPlus } from '#web/ui/icons/IconPlus.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { type BannerFormState, useBannerForm } from '../hooks/use-banner-form.ts';
import { isReady } from '../model/banner-form.ts';

/** Creates a banner at the end of the order. */
export function CreateBannerForm() {
  const { t } = useTranslation();
  const state = useBannerForm();
  const { form, isCompressing, isPending } = state;
  return (
    <Card title={t('Create new banner')}>
      <PageForm
        form={form}
        pending={isPending}
        failure={state.failure}
        onSubmit={state.submit}
        footer={
          <SubmitButton
            label={t('Create banner')}
            pendingLabel={t('Creating...')}
            pending={isPending}
            disabled={!isReady(form.values, form.values.image) || isCompressing}
            leftSection={<IconPlus size={16} />}
            style={{ alignSelf: 'flex-start' }}
          />
        }
      >
        <SimpleGrid cols={{ base: 1, md: 2, lg: 1 }} spacing={{ base: 'lg', lg: 'md' }}>
          <TextFields state={state} />
          <ImageField state={state} />
        </SimpleGrid>
      </PageForm>
    </Card>
  );
}

function TextFields({ state }: { state: BannerFormState }) {
  const { t } = useTranslation();
  const { form } = state;
  return (
    <Stack gap="md">
      <TextInput
        label={t('Banner title')}
        {...form.field('title')}
        error={form.problems.title && t(errorTable.BANNER_TITLE_REQUIRED.message)}
        maxLength={MAX_NAME_LENGTH}
        required
      />
      <Textarea
        label={t('Description (optional)')}
        {...form.field('description')}
        maxLength={MAX_DESCRIPTION_LENGTH}
        minRows={2}
        maxRows={5}
        autosize
      />
      <TextInput
        label={t('Link URL (optional)')}
        type="url"
        inputMode="url"
        placeholder="https://"
        {...form.field('linkUrl')}
        error={form.problems.linkUrl && t(errorTable.INVALID_URL.message)}
        maxLength={MAX_URL_LENGTH}
      />
      <Switch
        label={t('Active')}
        description={t('Users see active banners only.')}
        {...form.checkbox('isActive')}
      />
    </Stack>
  );
}

const { maxBytes, errors } = imageRules['banner-images'];

function ImageField({ state }: { state: BannerFormState }) {
  const { t } = useTranslation();
  const { form, isCompressing } = state;
  const problem = form.problems.image;
  const texts = {
    missing: t(errorTable[errors.required].message),
    type: t(errorTable[errors.type].message),
    size: t(errorTable[errors.tooLarge].message),
    load: t('Failed to load image'),
    compress: t('Failed to compress image'),
  };
  return (
    <Stack gap="xs">
      <ImageInput
        label={t('Banner image')}
        value={form.values.image}
        onChange={state.chooseImage}
        onReject={state.refuseImage}
        accept={UPLOAD_TYPES}
        maxBytes={maxBytes}
        hint={t('JPG, PNG or WebP, up to 10 MB; resized to 1200x600 or smaller before upload')}
        error={problem && texts[problem]}
        required
        disabled={state.isPending || isCompressing}
      />
      <div role="status">
        {isCompressing && (
          <Text size="sm" c="dimmed">
            <Loader size={14} mr="xs" aria-hidden />
            {t('Compressing image...')}
          </Text>
        )}
      </div>
    </Stack>
  );
}
