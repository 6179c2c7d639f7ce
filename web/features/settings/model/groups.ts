import type { SettingCard } from '#contract/settings/table.ts';
import { FAILED_MAILS_ID } from '#web/lib/page/paths.ts';

/** The pages of the settings, and the ids of their sections in the order on the page. */
export const SETTINGS = {
  general: ['currency', 'support', 'installation', FAILED_MAILS_ID],
  brand: ['brand', 'images'],
  limits: ['limits', 'levels', 'documents'],
  requests: ['utr', 'accounts', 'review', 'automatic', 'target'],
  reasons: ['rejection', 'adjustment'],
  security: ['identity', 'adjustments', 'passwords', 'sessions', 'factors'],
} as const;

export type SettingsGroup = keyof typeof SETTINGS;
export type SectionOf<Group extends SettingsGroup> = (typeof SETTINGS)[Group][number];
export type SettingsSection = SectionOf<SettingsGroup>;
export type HandWritten<Section extends SettingsSection> = Exclude<Section, SettingCard>;

export const SETTINGS_GROUPS = Object.keys(SETTINGS) as SettingsGroup[];

/** Returns the page of a section, or undefined if no section has the id. */
export function groupOfSection(id: string): SettingsGroup | undefined {
  return SETTINGS_GROUPS.find((group) => SETTINGS[group].some((section) => section === id));
}
