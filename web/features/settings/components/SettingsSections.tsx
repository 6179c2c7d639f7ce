import { Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { FAILED_MAILS_ID, paths } from '#web/lib/page/paths.ts';
import { useCan } from '#web/lib/session/permissions.ts';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { useWiderThan } from '#web/ui/use-wider-than.ts';
import { useAddressedSection } from '../hooks/use-addressed-section.ts';
import { useGroupPages } from '../hooks/use-setting-pages.ts';
import { isDrawn } from '../model/cards.ts';
import { type HandWritten, SETTINGS, type SectionOf, type SettingsGroup } from '../model/groups.ts';
import { RowsCard } from './RowsCard.tsx';
import { SettingsGroups } from './SettingsGroups.tsx';
import classes from './SettingsSections.module.css';

/** Sections that only show facts. */
const FACTS: readonly string[] = ['installation', FAILED_MAILS_ID];
const BESIDE_GROUPS = '62em';

type SettingsSectionsProps<Group extends SettingsGroup> = {
  group: Group;
  /** The hand-written cards; the others are drawn from `settingTable`. */
  cards: Record<HandWritten<SectionOf<Group>>, ReactNode>;
};

/** A page of the settings: the list of all pages, and the cards of this one. */
export function SettingsSections<Group extends SettingsGroup>(props: SettingsSectionsProps<Group>) {
  const { group, cards } = props;
  const { t } = useTranslation();
  const mayManage = useCan('settings:manage');
  const sections = useRef<HTMLDivElement>(null);
  useAddressedSection(sections);
  const isIndex = group === 'general';
  const hasBack = !useWiderThan(BESIDE_GROUPS) && !isIndex;
  const { title, description } = useGroupPages()[group];
  return (
    <>
      <PageHeader
        title={isIndex ? t('Settings') : title}
        tabTitle={isIndex ? undefined : `${title} · ${t('Settings')}`}
        subtitle={description}
        back={hasBack ? paths.admin.settings : undefined}
      />
      <div className={classes.page}>
        <SettingsGroups isIndex={isIndex} />
        <Stack ref={sections} gap="lg" data-in-order>
          {SETTINGS[group].map((id: SectionOf<Group>) => (
            <fieldset
              key={id}
              id={id}
              disabled={!mayManage && !FACTS.includes(id)}
              className={classes.section}
            >
              {isDrawn(id) ? <RowsCard card={id} /> : cards[id]}
            </fieldset>
          ))}
        </Stack>
      </div>
    </>
  );
}
