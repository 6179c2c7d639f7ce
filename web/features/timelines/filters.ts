import { TIMELINE_KINDS, type TimelineKind } from '#contract/rules.ts';

type TimelineFilters = { kind: TimelineKind | 'all' };

/** How what is shown of a person's story stands in an address. */
export const timelineAddress = {
  read: (raw: Record<string, unknown>): TimelineFilters => ({
    kind: TIMELINE_KINDS.find((kind) => kind === raw.kind) ?? 'all',
  }),
  write: ({ kind }: TimelineFilters): Partial<TimelineFilters> => (kind === 'all' ? {} : { kind }),
};

/** The address of a person's page, cleaned. */
export function timelineSearch(raw: Record<string, unknown>): Partial<TimelineFilters> {
  return timelineAddress.write(timelineAddress.read(raw));
}
