import {
  Loader,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type FormEvent, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import { MAX_NAME_LENGTH, MAX_URL_LENGTH, UPLOAD_TYPES } from '#contract/rules.ts';
import { imageRules } from '#contract/uploads.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { ImageInput } from '../../ui/ImageInput.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { isReady } from './banner-form.ts';
import { type BannerFormState, useBannerForm } from './use-banner-form.ts';

const MAX_DESCRIPTION_LENGTH = 500;

/** Adds a banner after all others. */
export function CreateBannerForm() {
  const { t } = useTranslation();
  const titleId = useId();
  const element = useRef<HTMLFormElement>(null);
  const state = useBannerForm();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (state.isPending || state.isCompressing) return;
    state.submit();
    focusFirstInvalid(element.current);
  };
  return (
    <Paper
      component="form"
      ref={element}
      withBorder
      p="lg"
      mb="lg"
      onSubmit={submit}
      noValidate
      aria-labelledby={titleId}
    >
      <Title order={2} size="h4" id={titleId} mb="md">
        {t('Create New Banner')}
      </Title>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <TextFields state={state} />
        <ImageField state={state} />
      </SimpleGrid>
      <SubmitButton
        label={t('Create Banner')}
        pendingLabel={t('Creating...')}
        pending={state.isPending}
        disabled={!isReady(state.form, state.image) || state.isCompressing}
        leftSection={<IconPlus size={16} stroke={2} />}
        mt="lg"
      />
    </Paper>
  );
}

function TextFields({ state }: { state: BannerFormState }) {
  const { t } = useTranslation();
  const { form, problems, change, check, isPending } = state;
  return (
    <Stack gap="md">
      <TextInput
        label={t('Banner Title')}
        value={form.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        onBlur={() => check('title')}
        error={problems.title && t(errorTable.BANNER_TITLE_REQUIRED.message)}
        maxLength={MAX_NAME_LENGTH}
        disabled={isPending}
        required
      />
      <Textarea
        label={t('Description (optional)')}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        maxLength={MAX_DESCRIPTION_LENGTH}
        disabled={isPending}
        minRows={2}
        maxRows={5}
        autosize
      />
      <TextInput
        label={t('Link URL (optional)')}
        type="url"
        inputMode="url"
        placeholder="https://"
        value={form.linkUrl}
        onChange={(event) => change({ linkUrl: event.currentTarget.value })}
        onBlur={() => check('linkUrl')}
        error={problems.linkUrl && t(errorTable.INVALID_URL.message)}
        maxLength={MAX_URL_LENGTH}
        disabled={isPending}
      />
      <Switch
        label={t('Active')}
        description={t('Users see active banners only.')}
        checked={form.isActive}
        onChange={(event) => change({ isActive: event.currentTarget.checked })}
        disabled={isPending}
      />
    </Stack>
  );
}

const { maxBytes, errors } = imageRules['banner-images'];

function ImageField({ state }: { state: BannerFormState }) {
  const { t } = useTranslation();
  const { image, problems, isCompressing } = state;
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
        label={t('Banner Image')}
        value={image}
        onChange={state.chooseImage}
        onReject={state.refuseImage}
        accept={UPLOAD_TYPES}
        maxBytes={maxBytes}
        hint={t('JPG, PNG or WebP, max 10MB; made at most 1200x600 before it is sent')}
        error={problems.image && texts[problems.image]}
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
