import { Button, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Approval } from '#contract/approvals/schema.ts';
import { paths } from '#web/lib/page/paths.ts';
import { useDialogTarget } from '#web/ui/dialog/use-dialog-target.ts';
import { IconSettings } from '#web/ui/icons/IconSettings.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { ApprovalDialog } from '../components/ApprovalDialog.tsx';
import { ApprovalList } from '../components/ApprovalList.tsx';

/** The queue of commands that wait for a second approval, and the history of earlier ones. */
export function ApprovalsPage() {
  const { t } = useTranslation();
  const viewed = useDialogTarget<Approval>();
  return (
    <>
      <PageHeader
        title={t('Second approvals')}
        subtitle={t('Actions of one admin that another admin has to confirm')}
        actions={
          <Button
            component={Link}
            to={paths.admin.approvalRules}
            variant="default"
            leftSection={<IconSettings size={16} />}
          >
            {t('Rules')}
          </Button>
        }
      />
      <Stack gap="sm" data-in-order>
        <Title order={2} size="h4">
          {t('Waiting')}
        </Title>
        <ApprovalList tab="waiting" onView={viewed.open} />
        <Title order={2} size="h4" mt="md">
          {t('History')}
        </Title>
        <ApprovalList tab="ended" onView={viewed.open} />
      </Stack>
      <ApprovalDialog approval={viewed.target} opened={viewed.isOpen} onClose={viewed.close} />
    </>
  );
}
