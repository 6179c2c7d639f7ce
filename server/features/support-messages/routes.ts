import { procedures } from '#server/deps/procedures.ts';
import {
  getConversation,
  getOwnConversation,
  listConversations,
  listOwnConversations,
  summarizeConversations,
  summarizeOwn,
} from './conversations.ts';
import { answerMessage, markAnswered, markOwnRead, replyToSupport } from './replies.ts';
import { sendSupportMessage } from './support-messages.ts';

const routes = procedures.supportMessages;

export const supportMessageRoutes = {
  send: routes.send.handler(async ({ context, input }) => {
    await sendSupportMessage(context.deps, context.actor, input);
    return {};
  }),
  own: routes.own.handler(({ context: { deps, actor }, input }) =>
    listOwnConversations(deps, actor, input),
  ),
  unread: routes.unread.handler(({ context: { deps, actor } }) => summarizeOwn(deps, actor)),
  getOwn: routes.getOwn.handler(({ context: { deps, actor }, input }) =>
    getOwnConversation(deps, actor, input.id),
  ),
  reply: routes.reply.handler(async ({ context: { deps, actor }, input }) => {
    await replyToSupport(deps, actor, input);
    return {};
  }),
  markRead: routes.markRead.handler(async ({ context: { deps, actor }, input }) => {
    await markOwnRead(deps, actor, input);
    return {};
  }),
  list: routes.list.handler(({ context: { deps }, input }) => listConversations(deps, input)),
  summary: routes.summary.handler(({ context: { deps } }) => summarizeConversations(deps)),
  get: routes.get.handler(({ context: { deps }, input }) => getConversation(deps, input)),
  answer: routes.answer.handler(async ({ context: { deps, actor }, input }) => {
    await answerMessage(deps, actor, input);
    return {};
  }),
  markAnswered: routes.markAnswered.handler(async ({ context: { deps, actor }, input }) => {
    await markAnswered(deps, actor, input);
    return {};
  }),
};
