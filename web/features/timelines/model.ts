import { TIMELINE_KINDS, type TimelineKind } from '#contract/timelines/rules.ts';

type TimelineFilters = { kind: TimelineKind | 'all' };

export const timelineAddress = {
  read: (raw: Record<string, unknown>): TimelineFilters => ({
    kind: TIMELINE_KINDS.find((kind) => kind === raw.kind) ?? 'all',
  }),
  write: ({ kind }: TimelineFilters): Partial<TimelineFilters> => (kind === 'all' ? {} : { kind }),
};

/** Returns the valid search parameters of a user's page. */
export function timelineSearch(raw: Record<string, unknown>): Partial<TimelineFilters> {
  return timelineAddress.write(timelineAddress.read(raw));
}
