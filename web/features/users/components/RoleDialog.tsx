import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ROLES, type Role } from '#contract/shared/enums.ts';
import { ADMIN_ROLES, type AdminRole } from '#contract/shared/permissions.ts';
import type { UserDetails } from '#contract/users/schema.ts';
import { adminRoleLabels } from '#web/lib/session/permissions.ts';
import { FormDialog } from '#web/ui/dialog/FormDialog.tsx';
import { ChoiceField } from '#web/ui/form/ChoiceField.tsx';
import { useCheckedForm } from '#web/ui/form/use-checked-form.ts';
import { useSetRole } from '../queries.ts';

type RightsForm = { role: Role; adminRole: AdminRole };
type RoleDialogProps = { user: UserDetails; opened: boolean; onClose: () => void };

/** Changes a user's role and what an administrator may do. */
export function RoleDialog({ user, opened, onClose }: RoleDialogProps) {
  const { t } = useTranslation();
  const saved = { role: user.role, adminRole: user.adminRole ?? 'administrator' };
  const form = useCheckedForm<RightsForm>({ initialValues: saved });
  const setRole = useSetRole();
  const close = () => {
    form.start(saved);
    setRole.reset();
    onClose();
  };
  const submit = (rights: RightsForm) =>
    setRole.mutate(
      { userId: user.id, ...rights },
      {
        onSuccess: () => {
          form.start(rights);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('Change role')}
      submitLabel={t('Change role')}
      pendingLabel={t('Saving...')}
      pending={setRole.isPending}
      failure={setRole.error}
      form={form}
      onSubmit={submit}
      size="sm"
    >
      <Text size="sm">{t('Role of {{username}}', { username: user.username })}</Text>
      <RightsFields form={form} />
    </FormDialog>
  );
}

type RightsFieldsProps = {
  form: { values: RightsForm; field: ReturnType<typeof useCheckedForm<RightsForm>>['field'] };
};

export function RightsFields({ form }: RightsFieldsProps) {
  const { t } = useTranslation();
  const roles = { user: t('User'), admin: t('Admin') };
  const adminRoles = adminRoleLabels(t);
  return (
    <>
      <ChoiceField
        label={t('Role')}
        choices={ROLES.map((role) => ({ value: role, label: roles[role] }))}
        {...form.field('role')}
      />
      {form.values.role === 'admin' && (
        <ChoiceField
          label={t('Admin role')}
          choices={ADMIN_ROLES.map((value) => ({ value, label: adminRoles[value] }))}
          {...form.field('adminRole')}
        />
      )}
    </>
  );
}
