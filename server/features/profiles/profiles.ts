import { emailPlaceholder } from '#contract/profiles/rules.ts';
import type { ListLayoutChange, ProfileForm, ProfileView } from '#contract/profiles/schema.ts';
import type { UserId } from '#contract/shared/base.ts';
import type { Language } from '#contract/shared/enums.ts';
import { isEmail, isPhone } from '#contract/shared/text.ts';
import { appError } from '#server/base/errors.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps/deps.ts';
import type { Actor } from '#server/platform/auth/gate.ts';
import { recordAudit } from '#server/platform/commands/audit.ts';
import { runCommand } from '#server/platform/commands/command.ts';
import { publish } from '#server/platform/events/outbox.ts';
import { deleteFiles, insertFile, type StoredFile } from '#server/platform/files/stored-images.ts';
import {
  findProfile,
  lockProfile,
  type ProfileRow,
  saveListLayout,
  saveProfile,
} from './profiles.queries.ts';

const AVATAR_PATH = '/files/avatars/';

export async function getOwnProfile({ db }: Deps, actor: Actor): Promise<ProfileView> {
  return present(actor, await findProfile(db.query, actor.userId));
}

export async function updateOwnProfile(
  deps: Deps,
  actor: Actor,
  form: ProfileForm,
): Promise<ProfileView> {
  if (form.email && !isEmail(form.email)) throw appError('INVALID_EMAIL');
  if (form.phone && !isPhone(form.phone)) throw appError('INVALID_PHONE');
  const fields = Object.entries(form).map(([field, value]) => [field, value || null]);
  return changeProfile(deps, actor, async () => Object.fromEntries(fields));
}

/** Stores the language for the user's other devices and for texts that the server sends. */
export async function setLanguage(deps: Deps, actor: Actor, language: Language): Promise<void> {
  await changeProfile(deps, actor, async () => ({ language }));
}

/** Stores how lists look for the administrator's devices. It is no change of personal data, so the audit log lacks it. */
export async function setListLayout(
  deps: Deps,
  actor: Actor,
  change: ListLayoutChange,
): Promise<void> {
  const { userId } = actor;
  await runCommand(deps, actor, async (tx) => {
    await saveListLayout(tx.query, { userId, change, now: tx.at });
    publish(tx, [{ userId, payload: { entity: 'profile', op: 'update', userId } }]);
  });
}

export async function changeAvatar(
  deps: Deps,
  actor: Actor,
  image: StoredFile,
): Promise<ProfileView> {
  return changeProfile(deps, actor, async (before, tx) => {
    await insertFile(tx, { file: image, userId: actor.userId });
    if (before.avatarUrl) await deleteFiles(deps, tx, [before.avatarUrl.slice(AVATAR_PATH.length)]);
    return { avatarUrl: `${AVATAR_PATH}${image.id}` };
  });
}

async function changeProfile(
  deps: Deps,
  actor: Actor,
  change: (before: ProfileRow, tx: Tx) => Promise<Partial<ProfileRow>>,
): Promise<ProfileView> {
  const { userId } = actor;
  return runCommand(deps, actor, async (tx) => {
    const now = tx.at;
    const before = await lockProfile(tx.query, userId, now);
    if (!before) throw appError('USER_NOT_FOUND');
    const row = { ...before, ...(await change(before, tx)) };
    const fields = changedFields(before, row);
    if (fields.length > 0) {
      await saveProfile(tx.orm, { userId, row, now });
      await recordChange(tx, { actor, fields });
    }
    return present(actor, row);
  });
}

function changedFields(before: ProfileRow, after: ProfileRow): string[] {
  const values = new Map<string, string | null>(Object.entries(before));
  return Object.entries(after).flatMap(([name, value]) => (values.get(name) === value ? [] : name));
}

/** The audit log outlives the account: it contains the names of changed fields, never their values. */
async function recordChange(
  tx: Tx,
  { actor, fields }: { actor: Actor; fields: string[] },
): Promise<void> {
  const { userId } = actor;
  const entry = {
    chainId: userId,
    action: 'profile.update',
    entity: 'profile',
    entityId: userId,
  } as const;
  const entries = [{ ...entry, before: null, after: { fields } }];
  await recordAudit(tx, { actor, entries });
  publish(tx, [
    { userId, payload: { entity: 'profile', op: 'update', userId } },
    { forAdmins: true, payload: { entity: 'user', op: 'update', userId } },
  ]);
}

function present(actor: { userId: UserId; username: string }, row?: ProfileRow): ProfileView {
  return {
    firstName: row?.firstName ?? '',
    lastName: row?.lastName ?? '',
    email: row?.email ?? '',
    phone: row?.phone ?? '',
    address: row?.address ?? '',
    city: row?.city ?? '',
    country: row?.country ?? '',
    emailPlaceholder: emailPlaceholder(actor.username),
    avatarUrl: row?.avatarUrl ?? null,
  };
}
