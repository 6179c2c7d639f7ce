import { Button, Group, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ProfileForm, ProfileView } from '#contract/profiles/schema.ts';
import { errorTable } from '#contract/shared/errors.ts';
import { isEmail, isPhone } from '#contract/shared/text.ts';
import { paths } from '#web/lib/page/paths.ts';
import { Card } from '#web/ui/Card.tsx';
import { SubmitButton } from '#web/ui/form/SubmitButton.tsx';
import { useSavedForm } from '#web/ui/form/use-checked-form.ts';
import { PageForm } from '#web/ui/page/PageForm.tsx';
import { useUpdateProfile } from '../queries.ts';
import { AvatarField } from './AvatarField.tsx';

/** Form of the user's details. Updates from the server change only fields that are not being edited. */
export function PersonalInformation({ profile }: { profile: ProfileView }) {
  const { t } = useTranslation();
  const form = useSavedForm(formOf(profile), {
    findProblems: profileProblems,
    draftKey: 'profile',
  });
  const update = useUpdateProfile((answer) => form.start(formOf(answer)));
  const { problems, field } = form;
  return (
    <Card title={t('Personal Information')}>
      <PageForm
        form={form}
        pending={update.isPending}
        failure={update.error}
        onSubmit={(values) => update.mutate(values)}
        footer={
          <Group justify="flex-end" gap="sm">
            <Button component={Link} to={paths.user.dashboard} ignoreBlocker variant="default">
              {t('Cancel')}
            </Button>
            <SubmitButton
              label={t('Update Profile')}
              pendingLabel={t('Updating...')}
              pending={update.isPending}
            />
          </Group>
        }
      >
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
      </PageForm>
    </Card>
  );
}

type ProfileProblems = { email?: 'INVALID_EMAIL'; phone?: 'INVALID_PHONE' };

/** Returns the form's fields of a profile, without the other fields of the response. */
function formOf(profile: ProfileForm): ProfileForm {
  const { firstName, lastName, email, phone, address, city, country } = profile;
  return { firstName, lastName, email, phone, address, city, country };
}

/** Returns the problems by field; empty fields are valid. */
function profileProblems({ email, phone }: ProfileForm): ProfileProblems {
  const problems: ProfileProblems = {};
  if (email.trim() && !isEmail(email.trim())) problems.email = 'INVALID_EMAIL';
  if (phone.trim() && !isPhone(phone.trim())) problems.phone = 'INVALID_PHONE';
  return problems;
}
