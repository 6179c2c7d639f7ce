import { Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { SiteUrl } from '#contract/site-urls/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { IconExternalLink } from '#web/ui/icons/IconExternalLink.ts';
import { ErrorState } from '#web/ui/state/ErrorState.tsx';
import { useTranslated } from '../../translations/use-translated.ts';
import classes from './FeaturedLinks.module.css';

/** Links recommended by administrators; renders nothing if there are none. */
export function FeaturedLinks() {
  const { t } = useTranslation();
  const links = useQuery(orpc.siteUrls.listActive.queryOptions());
  if (links.data?.length === 0) return null;
  return (
    <Paper
      withBorder
      className={classes.card}
      component="section"
      aria-labelledby="featured-links-title"
    >
      <Title order={2} size="h4" id="featured-links-title" className={classes.title}>
        {t('Featured Links')}
      </Title>
      <Links links={links} />
    </Paper>
  );
}

function Links({ links }: { links: UseQueryResult<SiteUrl[]> }) {
  const { t } = useTranslation();
  if (links.isPending) return <LinksSkeleton />;
  if (links.isError) {
    return (
      <ErrorState
        message={t('Failed to fetch site URLs')}
        error={links.error}
        onRetry={() => void links.refetch()}
      />
    );
  }
  return (
    <ul className={classes.list}>
      {links.data.map((link) => (
        <li key={link.id}>
          <FeaturedLink link={link} />
        </li>
      ))}
    </ul>
  );
}

function FeaturedLink({ link }: { link: SiteUrl }) {
  const title = useTranslated(link.title);
  const description = useTranslated(link.description ?? '');
  return (
    <a className={classes.link} href={link.url} target="_blank" rel="noopener noreferrer">
      <span className={classes.text}>
        <Text component="span" fw={600} size="sm" className={classes.wrap}>
          {title}
        </Text>
        <Text component="span" size="xs" c="dimmed" className={classes.wrap}>
          {description || new URL(link.url).host}
        </Text>
      </span>
      <IconExternalLink size={18} className={classes.icon} aria-hidden />
    </a>
  );
}

const SKELETON_ROWS = [1, 2, 3];

function LinksSkeleton() {
  return (
    <Stack gap="md" py="xs" aria-busy>
      {SKELETON_ROWS.map((row) => (
        <Stack key={row} gap="2xs">
          <Skeleton height="0.75rem" width="55%" />
          <Skeleton height="0.6rem" width="35%" />
        </Stack>
      ))}
    </Stack>
  );
}
