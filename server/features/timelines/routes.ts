import { procedures } from '#server/deps/procedures.ts';
import { addNote, removeNote } from './timeline-notes.ts';
import { listTimeline } from './timelines.ts';

const { list, addNote: addNoteOf, removeNote: removeNoteOf } = procedures.timelines;

export const timelineRoutes = {
  list: list.handler(({ context: { deps, actor }, input }) =>
    listTimeline(deps, actor.userId, input),
  ),
  addNote: addNoteOf.handler(({ context: { deps, actor }, input }) => addNote(deps, actor, input)),
  removeNote: removeNoteOf.handler(async ({ context, input }) => {
    await removeNote(context.deps, context.actor, input);
    return {};
  }),
};
