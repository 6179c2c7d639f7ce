import type { FastifyInstance } from 'fastify';
import type { Deps } from '#server/deps/deps.ts';
import { procedures } from '#server/deps/procedures.ts';
import { getMailPreferences, listFailedMails, resendMail, saveMailPreferences } from './mails.ts';
import { unsubscribe } from './unsubscribe.ts';

const { preferences, savePreferences, failed, resend } = procedures.mails;

export const mailRoutes = {
  preferences: preferences.handler(({ context: { deps, actor } }) =>
    getMailPreferences(deps, actor),
  ),
  savePreferences: savePreferences.handler(({ context: { deps, actor }, input }) =>
    saveMailPreferences(deps, actor, input),
  ),
  unsubscribe: procedures.mails.unsubscribe.handler(async ({ context: { deps }, input }) => {
    await unsubscribe(deps, input.token);
    return {};
  }),
  failed: failed.handler(({ context: { deps } }) => listFailedMails(deps)),
  resend: resend.handler(async ({ context: { deps, actor }, input }) => {
    await resendMail(deps, actor, input);
    return {};
  }),
};

/** The form of RFC 8058 has one field, which says nothing that the address does not. */
const MAX_FORM_BYTES = 4096;
const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Ends mails of a topic when a mail program posts to the address of the mail's List-Unsubscribe header (RFC 8058). */
export function registerOneClickUnsubscribing(app: FastifyInstance, deps: Deps): void {
  const options = { parseAs: 'string', bodyLimit: MAX_FORM_BYTES } as const;
  app.addContentTypeParser(FORMS, options, (_request, _body, parsed) => parsed(null, {}));
  // A person opens the page of this address, like every page.
  app.get('/unsubscribe', (_request, reply) => reply.callNotFound());
  app.post<{ Querystring: { token?: unknown } }>('/unsubscribe', async ({ query }, reply) => {
    await unsubscribe(deps, String(query.token ?? ''));
    return reply.code(204).send();
  });
}
