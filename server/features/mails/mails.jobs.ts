import { type Job, SCHEDULE_CHECK_MS } from '#server/base/timers.ts';
import type { Deps } from '#server/deps/deps.ts';
import { type Compose, createMailSender } from '#server/platform/mail/sender.ts';
import { composeDigest, queueDigests } from './mail-digests.ts';
import { composeNotice } from './mail-notices.ts';

/** `composeOther` composes links and codes. */
export function listMailJobs(deps: Deps, composeOther: Compose): Job[] {
  const compose: Compose = (_, mail) => {
    if (mail.kind === 'notification') return composeNotice(deps, mail);
    if (mail.kind === 'digest') return composeDigest(deps, mail);
    return composeOther(deps, mail);
  };
  return [
    createMailSender(deps, compose),
    { name: 'queue digests', intervalMs: SCHEDULE_CHECK_MS, run: () => queueDigests(deps) },
  ];
}
