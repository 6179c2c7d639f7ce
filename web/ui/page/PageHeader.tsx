import { ActionIcon, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDocumentTitle } from '../../lib/page/document-title.ts';
import { IconArrowLeft } from '../icons/IconArrowLeft.ts';
import classes from './PageHeader.module.css';

type PageHeaderProps = {
  title: string;
  tabTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  back?: string;
  /** On phones, title and actions share a line. */
  isDense?: boolean;
  /** On phones, the actions are low text buttons in one row, and the subtitle is next to the title. */
  hasLowActions?: boolean;
};

/** Page heading; also sets the title of the browser tab. */
export function PageHeader(props: PageHeaderProps) {
  const { title, tabTitle, subtitle, actions, back } = props;
  useDocumentTitle(tabTitle ?? title);
  return (
    <Group
      justify="space-between"
      align="flex-start"
      className={classes.header}
      data-dense={props.isDense || undefined}
      data-low-actions={props.hasLowActions || undefined}
    >
      <Group gap="sm" wrap="nowrap" align="flex-start" miw={0} className={classes.heading}>
        {back !== undefined && <BackLink to={back} />}
        <Stack gap={0} miw={0} className={classes.texts}>
          <Title order={1} size="h2" tabIndex={-1} data-page-title className={classes.title}>
            {title}
          </Title>
          {subtitle && (
            <Text c="dimmed" component="div" className={classes.subtitle}>
              {subtitle}
            </Text>
          )}
        </Stack>
      </Group>
      {actions && (
        <Group gap="xs" className={classes.actions}>
          {actions}
        </Group>
      )}
    </Group>
  );
}

function BackLink({ to }: { to: string }) {
  const { t } = useTranslation();
  return (
    <ActionIcon
      component={Link}
      to={to}
      variant="default"
      size="lg"
      radius="xl"
      aria-label={t('Back')}
    >
      <IconArrowLeft size={18} />
    </ActionIcon>
  );
}
