import { Button, Group, Paper, SimpleGrid, Stack, Textarea, TextInput, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorTable } from '#contract/errors.ts';
import type { ProfileForm, ProfileView } from '#contract/profiles.ts';
import { focusFirstInvalid } from '../../lib/focus.ts';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { AvatarField } from './AvatarField.tsx';
import { formOf, mergeNews, profileProblems, startDraft } from './profile-form.ts';
import { useUpdateProfile } from './queries.ts';

/** The person's details. News from elsewhere fills only the fields that nobody is editing. */
export function PersonalInformation({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation();
  const { form, typed, problems, isPending, change, submit } = useProfileDraft(profile);
  const field = (name: keyof ProfileForm) => ({
    disabled: isPending,
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: event.currentTarget.value }),
  });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="personal-title">
      <Title order={2} size="h4" id="personal-title" mb="md">
        {t('Personal Information')}
      </Title>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          <AvatarField url={profile.avatarUrl} />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <TextInput
              label={t('First Name')}
              autoComplete="given-name"
              maxLength={80}
              {...field('firstName')}
            />
            <TextInput
              label={t('Last Name')}
              autoComplete="family-name"
              maxLength={80}
              {...field('lastName')}
            />
            <TextInput
              label={t('Email')}
              type="email"
              autoComplete="email"
              placeholder={profile.emailPlaceholder}
              maxLength={254}
              error={problems.email && t(errorTable[problems.email].message)}
              {...field('email')}
            />
            <TextInput
              label={t('Phone')}
              type="tel"
              autoComplete="tel"
              maxLength={30}
              error={problems.phone && t(errorTable[problems.phone].message)}
              {...field('phone')}
            />
          </SimpleGrid>
          <Textarea
            label={t('Address')}
            autoComplete="street-address"
            autosize
            minRows={3}
            maxRows={8}
            maxLength={500}
            {...field('address')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
            <TextInput
              label={t('City')}
              autoComplete="address-level2"
              maxLength={80}
              {...field('city')}
            />
            <TextInput
              label={t('Country')}
              autoComplete="country-name"
              maxLength={80}
              {...field('country')}
            />
          </SimpleGrid>
          <Group justify="flex-end" gap="sm">
            <Button component={Link} to="/user" variant="default">
              {t('Cancel')}
            </Button>
            <SubmitButton
              label={t('Update Profile')}
              pendingLabel={t('Updating...')}
              pending={isPending}
            />
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

function useProfileDraft(profile: ProfileView) {
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(() => startDraft(profile));
  const [known, setKnown] = useState(profile);
  const [isChecked, setIsChecked] = useState(false);
  const update = useUpdateProfile((answer) => {
    setDraft(startDraft(answer));
    setIsChecked(false);
  });
  if (profile !== known) {
    setKnown(profile);
    setDraft(mergeNews(draft, profile));
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    setIsChecked(true);
    const problems = profileProblems(draft.typed);
    if (problems.email || problems.phone) return focusFirstInvalid(form.current);
    update.mutate(formOf(draft.typed));
  };
  return {
    form,
    typed: draft.typed,
    problems: isChecked ? profileProblems(draft.typed) : {},
    isPending: update.isPending,
    change: (part: Partial<ProfileForm>) =>
      setDraft((current) => ({ ...current, typed: { ...current.typed, ...part } })),
    submit,
  };
}
