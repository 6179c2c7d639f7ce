import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProfileForm } from '#contract/profiles/schema.ts';
import { MAX_UPLOAD_BYTES } from '#contract/uploads/rules.ts';
import { errorCodeOf, type SignedIn, startTestApp, type TestApp } from '../../testing/harness.ts';
import { openStream } from '../../testing/streams.ts';
import { buildImage, type Upload, upload } from '../../testing/upload.ts';

let app: TestApp;
let user: SignedIn & { username: string };

beforeAll(async () => {
  app = await startTestApp();
  user = await app.newUser({ username: 'Asha.Rao' });
});
afterAll(() => app.close());

function buildForm(changes: Partial<ProfileForm> = {}): ProfileForm {
  return {
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha@example.in',
    phone: '+91 98450 12345',
    address: '12, MG Road\nBengaluru',
    city: 'Bengaluru',
    country: 'India',
    ...changes,
  };
}

describe('the user’s own profile fields', () => {
  test('are empty at first, with a placeholder for the e-mail', { tags: 'section-3' }, async () => {
    const someone = await app.newUser({ username: 'New.Comer' });
    expect(await someone.api.profiles.current()).toEqual({
      firstName: '',
      lastName: '',
      email: '',
      phone: '',
      address: '',
      city: '',
      country: '',
      emailPlaceholder: 'new.comer@wallet.example',
      avatarUrl: null,
    });
    expect((await someone.api.sessions.current()).email).toBeNull();
  });

  test('are saved together and not shown to other users', {
    tags: ['section-6', 'section-7.2'],
  }, async () => {
    const saved = await user.api.profiles.update(buildForm());
    expect(saved).toMatchObject(buildForm());
    expect(await user.api.profiles.current()).toEqual(saved);
    expect(await user.api.sessions.current()).toMatchObject({
      displayName: 'Asha Rao',
      email: 'asha@example.in',
    });
    const stranger = await app.newUser();
    expect(await stranger.api.profiles.current()).toMatchObject({ firstName: '', email: '' });
    const emptied = await user.api.profiles.update(buildForm({ email: '', lastName: '  ' }));
    expect(emptied).toMatchObject({ email: '', lastName: '' });
    expect((await user.api.sessions.current()).displayName).toBe('Asha');
  });

  test('change nothing else, whatever the request names', async () => {
    const someone = await app.newUser();
    const stored = () =>
      app.deps.db.query(
        `SELECT role, admin_role, status, verification_level, frozen_at, username, balance_paise
        FROM users u JOIN wallet_balances w ON w.user_id = u.id WHERE u.id IN ($1, $2) ORDER BY u.id`,
        [someone.userId, user.userId],
      );
    const before = await stored();
    const others = { userId: user.userId, id: user.userId, role: 'admin', adminRole: 'auditor' };
    const more = {
      status: 'inactive',
      verificationLevel: 'full',
      balancePaise: 100,
      username: 'x',
    };
    const named = { ...buildForm(), ...others, ...more };
    const profile = await user.api.profiles.current();
    expect(Object.keys(await someone.api.profiles.update(named))).not.toContain('role');
    expect(await stored()).toEqual(before);
    expect(await user.api.profiles.current()).toEqual(profile);
  });

  test('notify the user’s screens and administrators, once per actual change', async () => {
    const [own, admins, others] = await Promise.all([
      openStream(user),
      app.admin().then((person) => openStream(person)),
      app.newUser().then((person) => openStream(person)),
    ]);
    await user.api.profiles.update(buildForm({ city: 'Mysuru' }));
    await user.api.profiles.update(buildForm({ city: 'Mysuru' }));
    await user.api.profiles.update(buildForm({ city: 'Hubballi' }));
    await own.until(({ entity }) => entity === 'profile');
    const { userId } = user;
    // Administrators also receive events about new users, including this one.
    await admins.until((event) => {
      return event.entity === 'user' && event.userId === userId && event.op === 'update';
    });
    await own.until(({ entity }) => entity === 'profile');
    expect(own.seen.filter(({ entity }) => entity === 'profile')).toHaveLength(2);
    expect(others.seen.map(({ entity }) => entity)).toEqual(['ready']);
    await Promise.all([own.close(), admins.close(), others.close()]);
  });

  test('are recorded in the audit log by field name only', async () => {
    await user.api.profiles.update(buildForm({ phone: '080-2222-1111', city: 'Udupi' }));
    const [record] = await app.deps.db.query<{ after: object }>(
      'SELECT after FROM audit_log WHERE chain_id = $1 ORDER BY seq DESC LIMIT 1',
      [user.userId],
    );
    expect(record?.after).toEqual({ fields: ['phone', 'city'] });
  });

  test.each([
    ['asha', 'INVALID_EMAIL'],
    ['asha@example', 'INVALID_EMAIL'],
    ['asha@@example.in', 'INVALID_EMAIL'],
    ['a b@example.in', 'INVALID_EMAIL'],
    ['<script>@example.in', 'INVALID_EMAIL'],
    [`${'a'.repeat(250)}@example.in`, 'INVALID_INPUT'],
  ])('refuses the e-mail %s', async (email, code) => {
    expect(await errorCodeOf(user.api.profiles.update(buildForm({ email })))).toBe(code);
  });

  test.each(['12', 'call me', '+91 javascript:', '1'.repeat(16)])(
    'refuses the phone %s',
    async (phone) => {
      expect(await errorCodeOf(user.api.profiles.update(buildForm({ phone })))).toBe(
        'INVALID_PHONE',
      );
    },
  );

  test('keep scripts and emoji, and lose invisible characters', async () => {
    const firstName = 'ಆಶಾ \u202Eoaﬁ\u0000\u0007 👩🏽‍💻\n!';
    const saved = await user.api.profiles.update(buildForm({ firstName, address: 'a\r\nb\u2066' }));
    expect(saved).toMatchObject({ firstName: 'ಆಶಾ oaﬁ 👩🏽‍💻 !', address: 'a\nb' });
    const long = buildForm({ firstName: 'x'.repeat(10_000) });
    expect(await errorCodeOf(user.api.profiles.update(long))).toBe('INVALID_INPUT');
  });
});

describe('the language', () => {
  test('is stored for all devices and returned at the next login', async () => {
    expect((await user.api.sessions.current()).language).toBeNull();
    await user.api.profiles.setLanguage({ language: 'kn' });
    await user.api.profiles.setLanguage({ language: 'kn' });
    const elsewhere = await app.signIn(user.username, 'correct-horse');
    expect((await elsewhere.api.sessions.current()).language).toBe('kn');
    expect(await user.api.profiles.current()).toMatchObject({ city: 'Bengaluru' });
  });

  test('has to be one of the six languages', async () => {
    const call = user.api.profiles.setLanguage({ language: 'fr' as 'en' });
    expect(await errorCodeOf(call)).toBe('INVALID_INPUT');
  });
});

describe('the layout of lists', () => {
  const layoutOf = async ({ api }: SignedIn) => (await api.sessions.current()).listLayout;

  test('is stored for all devices of an administrator, each list by itself', async () => {
    const admin = await app.newUser({ role: 'admin' });
    expect(await layoutOf(admin)).toEqual({ density: 'compact', hidden: {} });
    const { setListLayout } = admin.api.profiles;
    await setListLayout({ density: 'comfortable' });
    const columns = { list: 'deposits', hidden: ['id', 'source', 'id'] } as const;
    await Promise.all([
      setListLayout({ columns: { ...columns, hidden: [...columns.hidden] } }),
      setListLayout({ columns: { list: 'users', hidden: ['email'] } }),
    ]);
    const elsewhere = await app.signIn(admin.username, 'correct-horse');
    const hidden = { deposits: ['id', 'source'], users: ['email'] };
    expect(await layoutOf(elsewhere)).toEqual({ density: 'comfortable', hidden });
    await setListLayout({ columns: { list: 'users', hidden: [] } });
    await setListLayout({});
    expect(await layoutOf(admin)).toEqual({
      density: 'comfortable',
      hidden: { ...hidden, users: [] },
    });
    await admin.api.profiles.update(buildForm({ city: 'Mysuru' }));
    expect(await layoutOf(admin)).toMatchObject({ density: 'comfortable' });
  });

  test.each([
    { list: 'deposits', hidden: ['amount'] },
    { list: 'deposits', hidden: ['email'] },
    { list: 'secrets' as 'users', hidden: [] },
    { list: 'users', hidden: Array.from({ length: 11 }, () => 'email') },
  ] as const)('refuses columns that are always shown, and unknown ones: %j', async (columns) => {
    const admin = await app.newUser({ role: 'admin' });
    const call = admin.api.profiles.setListLayout({
      columns: { ...columns, hidden: [...columns.hidden] },
    });
    expect(await errorCodeOf(call)).toBe('INVALID_INPUT');
  });

  test('is for administrators', async () => {
    expect(await layoutOf(user)).toBeNull();
    const call = user.api.profiles.setListLayout({ density: 'comfortable' });
    expect(await errorCodeOf(call)).toBe('ADMIN_REQUIRED');
  });
});

describe('the avatar', () => {
  async function send(changes: Partial<Upload> = {}) {
    const body = changes.body ?? (await buildImage());
    return upload(app, { cookie: user.cookie, path: '/files/avatars', form: {}, ...changes, body });
  }

  const statusOf = async (url: unknown, cookie: string) =>
    (await fetch(`${app.baseUrl}${url}`, { headers: { cookie } })).status;

  test('is visible to all signed-in users and replaces the previous one', async () => {
    const first = await send();
    expect(first).toMatchObject({ status: 200, body: { city: 'Bengaluru' } });
    const { avatarUrl } = first.body;
    expect((await user.api.sessions.current()).avatarUrl).toBe(avatarUrl);
    const stranger = await app.newUser();
    expect(await statusOf(avatarUrl, stranger.cookie)).toBe(200);
    expect(await statusOf(avatarUrl, '')).toBe(401);
    const second = await send({ body: await buildImage('png') });
    expect(await statusOf(second.body.avatarUrl, stranger.cookie)).toBe(200);
    await expect.poll(() => statusOf(avatarUrl, stranger.cookie)).toBe(404);
    const kept = await app.deps.db.query('SELECT 1 FROM files WHERE user_id = $1', [user.userId]);
    expect(kept).toHaveLength(1);
    await expect.poll(async () => (await app.deps.files.list(`avatars/${month()}`)).length).toBe(1);
  });

  test('is stored no larger than screens show it', async () => {
    const { body } = await send({ body: await buildImage('jpeg', { width: 900, height: 600 }) });
    const response = await fetch(`${app.baseUrl}${body.avatarUrl}`, {
      headers: { cookie: user.cookie },
    });
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([width, height]).toEqual([512, 341]);
  });

  test.each<[string, Buffer, string, number]>([
    ['of another kind', Buffer.from('GIF89a'), 'AVATAR_TYPE', 415],
    ['a script', Buffer.from('<svg onload="alert(1)"/>'), 'AVATAR_TYPE', 415],
    ['nothing', Buffer.alloc(0), 'AVATAR_TYPE', 415],
    ['too large', Buffer.alloc(MAX_UPLOAD_BYTES + 1), 'AVATAR_TOO_LARGE', 413],
  ])('that is %s is refused, and the previous one stays', async (_, body, code, status) => {
    const before = await user.api.profiles.current();
    expect(await send({ body })).toMatchObject({ status, body: { code } });
    expect(await user.api.profiles.current()).toEqual(before);
  });

  const month = () => app.deps.clock.now().toISOString().slice(0, 7);
});

test('anonymous callers can’t read or change a profile', async () => {
  const { profiles } = app.client();
  expect(await errorCodeOf(profiles.current())).toBe('MISSING_SESSION');
  expect(await errorCodeOf(profiles.update(buildForm()))).toBe('MISSING_SESSION');
  expect(await errorCodeOf(profiles.setLanguage({ language: 'hi' }))).toBe('MISSING_SESSION');
});
