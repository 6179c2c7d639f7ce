import { ActionIcon, Group, Paper, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Banner } from '#contract/banners/schema.ts';
import { orpc } from '#web/lib/api/api.ts';
import { IconChevronLeft } from '#web/ui/icons/IconChevronLeft.ts';
import { IconChevronRight } from '#web/ui/icons/IconChevronRight.ts';
import { IconExternalLink } from '#web/ui/icons/IconExternalLink.ts';
import { IconPlayerPause } from '#web/ui/icons/IconPlayerPause.ts';
import { IconPlayerPlay } from '#web/ui/icons/IconPlayerPlay.ts';
import { useTranslated } from '../../translations/use-translated.ts';
import { useCarousel, useSwipe } from '../hooks/use-carousel.ts';
import classes from './BannerCarousel.module.css';

/** Shows active banners one at a time. Renders nothing without banners or on errors. */
export function BannerCarousel() {
  const { data, isPending } = useQuery(orpc.banners.listActive.queryOptions());
  if (isPending) return <Skeleton className={classes.skeleton} radius="lg" />;
  if (!data || data.banners.length === 0) return null;
  return <Carousel banners={data.banners} slideSeconds={data.slideSeconds} />;
}

type CarouselProps = { banners: Banner[]; slideSeconds: number };

function Carousel({ banners, slideSeconds }: CarouselProps) {
  const { t } = useTranslation();
  const carousel = useCarousel(banners.length, slideSeconds);
  const { state } = carousel;
  const swipe = useSwipe(carousel.go);
  return (
    <Paper
      component="section"
      withBorder
      className={classes.carousel}
      aria-roledescription={t('carousel')}
      aria-label={t('Offers and news')}
      onMouseEnter={carousel.hold}
      onMouseLeave={carousel.release}
      onFocus={carousel.hold}
      onBlur={carousel.release}
    >
      <div
        className={classes.window}
        data-direction={state.direction}
        aria-live={carousel.isTurning ? 'off' : 'polite'}
        {...swipe}
      >
        {banners.map((banner, index) => (
          <Slide
            key={banner.id}
            banner={banner}
            place={placeOf(index, state)}
            label={t('{{position}} of {{count}}', { position: index + 1, count: banners.length })}
          />
        ))}
      </div>
      {banners.length > 1 && <Controls banners={banners} carousel={carousel} />}
    </Paper>
  );
}

type Place = 'current' | 'leaving' | 'hidden';

function placeOf(index: number, state: { index: number; leaving?: number }): Place {
  if (index === state.index) return 'current';
  return index === state.leaving ? 'leaving' : 'hidden';
}

function Slide({ banner, place, label }: { banner: Banner; place: Place; label: string }) {
  const { t } = useTranslation();
  const title = useTranslated(banner.title);
  const description = useTranslated(banner.description ?? '');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a slide is a group of the carousel pattern, not a fieldset.
    <div
      className={classes.slide}
      data-place={place}
      role="group"
      aria-roledescription={t('slide')}
      aria-label={label}
      aria-hidden={place !== 'current'}
    >
      <SlideLink href={banner.linkUrl}>
        <img className={classes.image} src={banner.imageUrl} alt={title} draggable={false} />
        <div className={classes.caption}>
          <Text fw={600} truncate>
            {title}
            {banner.linkUrl && <IconExternalLink size={16} className={classes.out} aria-hidden />}
          </Text>
          {description && (
            <Text size="sm" c="dimmed" lineClamp={1}>
              {description}
            </Text>
          )}
        </div>
      </SlideLink>
    </div>
  );
}

function SlideLink({ href, children }: { href: string | null; children: ReactNode }) {
  if (!href) return children;
  return (
    <a
      className={classes.link}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      draggable={false}
    >
      {children}
    </a>
  );
}

type ControlsProps = { banners: Banner[]; carousel: ReturnType<typeof useCarousel> };

function Controls({ banners, carousel }: ControlsProps) {
  const { t } = useTranslation();
  const { state, isPaused } = carousel;
  const titles = useTranslated(banners.map(({ title }) => title));
  const PauseIcon = isPaused ? IconPlayerPlay : IconPlayerPause;
  return (
    <Group gap="2xs" justify="space-between" wrap="nowrap" className={classes.controls}>
      <Group gap={0} wrap="wrap" className={classes.dots}>
        {banners.map(({ id }, index) => (
          <UnstyledButton
            key={id}
            className={classes.dot}
            data-current={index === state.index || undefined}
            aria-current={index === state.index}
            aria-label={t('Show {{title}}', { title: titles[index] })}
            onClick={() => carousel.jumpTo(index)}
          />
        ))}
      </Group>
      <Group gap="2xs" wrap="nowrap">
        {carousel.canTurn && (
          <ActionIcon
            variant="default"
            size="xl"
            radius="xl"
            aria-label={isPaused ? t('Play slides') : t('Pause slides')}
            onClick={carousel.togglePause}
          >
            <PauseIcon size={16} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="default"
          size="xl"
          radius="xl"
          aria-label={t('Previous slide')}
          onClick={() => carousel.go('back')}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="xl"
          radius="xl"
          aria-label={t('Next slide')}
          onClick={() => carousel.go('forward')}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
