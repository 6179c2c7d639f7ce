import { randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { COMMAND_LINE } from '#contract/shared/enums.ts';
import { appError, isAppError } from '../base/errors.ts';
import type { Deps } from '../deps/deps.ts';
import { runWithoutApproval } from '../features/approvals/require-approval.ts';
import { endSessions, resetAttempts } from '../features/sessions/operator-sessions.ts';
import { listOpenSessions } from '../features/sessions/sessions.queries.ts';
import { saveSettings } from '../features/settings/settings.ts';
import { resetSecondFactors } from '../features/users/reset-factors.ts';
import { findUserIdByName } from '../features/users/users.queries.ts';
import { createTypedUser, setPassword, setStatus } from '../features/users/users.ts';
import { withCurrentDatabase } from './connect.ts';
import { type Arguments, print, type Terminal, UsageError, type Verb } from './verb.ts';

export const admin: Verb = {
  usage: [
    'admin create NAME [--password-stdin] [--without-approval]',
    'admin reset-password NAME [--password-stdin] [--without-approval]',
    'admin reset-second-factors NAME [--without-approval]',
    'admin require-second-factors on|off [--without-approval]',
    'admin unlock NAME [--address IP] [--without-approval]',
    'admin sessions NAME [--end ID|all]',
  ],
  summary: 'Creates administrators and restores access for locked-out users',
  details: `create          a new administrator
reset-password  sets a user's password and ends all their sessions
reset-second-factors  removes a user's second factors and ends all their sessions
require-second-factors  says whether administrators need a second factor
unlock          deletes the failed sign-ins of the name from all addresses of the user's sessions and
                from IP, and the wrong codes of second factors, and activates the account if it is inactive
sessions        lists the open sessions, or ends one or all of them

A new password is random and printed once; with --password-stdin it is the first line of the standard
input. Each change is recorded in the audit log as done on the command line. A change that a rule for second
approvals covers waits until an administrator confirms it on the screen. With --without-approval it takes effect
immediately, which is recorded, and all administrators are notified.`,
  options: {
    'password-stdin': { type: 'boolean' },
    address: { type: 'string' },
    'without-approval': { type: 'boolean' },
    end: { type: 'string' },
  },
  async run({ words, options }, terminal) {
    const [name = '', username, ...more] = words;
    const act = acts.get(name);
    if (!act)
      throw new UsageError(
        'admin create, reset-password, reset-second-factors, require-second-factors, unlock or sessions?',
      );
    if (username === undefined || more.length > 0) throw new UsageError(`admin ${name} NAME`);
    const strange = Object.keys(options).find((option) => !act.options.includes(option));
    if (strange) throw new UsageError(`admin ${name} has no option --${strange}.`);
    await withCurrentDatabase(terminal.env, ({ deps }) =>
      act.run(deps, { username, options, terminal }),
    );
    return 0;
  },
};

interface Given {
  username: string;
  options: Arguments['options'];
  terminal: Terminal;
}

const acts = new Map<string, { options: string[]; run(deps: Deps, given: Given): Promise<void> }>([
  ['create', { options: ['password-stdin', 'without-approval'], run: create }],
  ['reset-password', { options: ['password-stdin', 'without-approval'], run: resetPassword }],
  ['reset-second-factors', { options: ['without-approval'], run: resetFactors }],
  ['require-second-factors', { options: ['without-approval'], run: requireFactors }],
  ['unlock', { options: ['address', 'without-approval'], run: unlock }],
  ['sessions', { options: ['end'], run: showOrEndSessions }],
]);

async function create(deps: Deps, given: Given): Promise<void> {
  const { username, terminal } = given;
  const { password, isShown } = await choosePassword(given);
  await carryOut(deps, given, { password, isShown }, (inner) =>
    createTypedUser(inner, COMMAND_LINE, { username, password, role: 'admin' }),
  );
  print(terminal.output, `The administrator ${username} was created.${shown(password, isShown)}`);
}

async function resetPassword(deps: Deps, given: Given): Promise<void> {
  const { username, terminal } = given;
  const userId = await getUserId(deps, username);
  const { password: newPassword, isShown } = await choosePassword(given);
  await carryOut(deps, given, { password: newPassword, isShown }, (inner) =>
    setPassword(inner, COMMAND_LINE, { userId, newPassword }),
  );
  const done = `${username} has a new password, and all their sessions have ended.`;
  print(terminal.output, `${done}${shown(newPassword, isShown)}`);
}

async function resetFactors(deps: Deps, given: Given): Promise<void> {
  const { username, terminal } = given;
  const userId = await getUserId(deps, username);
  await carryOut(deps, given, undefined, (inner) =>
    resetSecondFactors(inner, COMMAND_LINE, { userId }),
  );
  print(terminal.output, `${username} has no second factor, and all their sessions have ended.`);
}

async function requireFactors(deps: Deps, given: Given): Promise<void> {
  const { username: state, terminal } = given;
  if (state !== 'on' && state !== 'off') {
    throw new UsageError('admin require-second-factors on, or off?');
  }
  const adminFactorRequired = state === 'on';
  await carryOut(deps, given, undefined, (inner) =>
    saveSettings(inner, COMMAND_LINE, { adminFactorRequired }),
  );
  print(
    terminal.output,
    `Administrators ${adminFactorRequired ? 'need' : 'do not need'} a second factor.`,
  );
}

async function unlock(deps: Deps, given: Given): Promise<void> {
  const { username, options, terminal } = given;
  const addresses = typeof options.address === 'string' ? [options.address] : [];
  const strange = addresses.find((address) => isIP(address) === 0);
  if (strange !== undefined) throw new UsageError(`${strange} is no IP address.`);
  const userId = await getUserId(deps, username);
  await resetAttempts(deps, COMMAND_LINE, { userId, username, addresses });
  await carryOut(deps, given, undefined, (inner) =>
    setStatus(inner, COMMAND_LINE, { userId, status: 'active' }),
  );
  print(terminal.output, `${username} is active, and failed sign-ins are forgotten.`);
}

async function showOrEndSessions(deps: Deps, given: Given): Promise<void> {
  const { username, options, terminal } = given;
  const userId = await getUserId(deps, username);
  const open = await listOpenSessions(deps.db.query, userId, deps.clock.now());
  const { end } = options;
  if (end === undefined) {
    for (const { id, createdAt, lastSeenAt, ip, userAgent } of open) {
      const moments = `since ${createdAt.toISOString()}, used ${lastSeenAt.toISOString()}`;
      print(terminal.output, `${id}  ${moments}, ${ip ?? '-'}, ${printable(userAgent ?? '-')}`);
    }
    print(terminal.output, `${username} has ${open.length} open sessions.`);
    return;
  }
  if (end !== 'all' && !open.some((session) => session.id === end)) {
    throw new Error(`${username} has no open session ${String(end)}.`);
  }
  const sessionId = end === 'all' ? undefined : String(end);
  const count = await endSessions(deps, COMMAND_LINE, { userId, sessionId });
  print(terminal.output, `${count} sessions of ${username} have ended.`);
}

/** Runs a command that a rule for second approvals may cover. Throws a text for the operator if it has to wait. */
async function carryOut(
  deps: Deps,
  { options }: Given,
  made: { password: string; isShown: boolean } | undefined,
  work: (inner: Deps) => Promise<unknown>,
): Promise<void> {
  if (options['without-approval']) return void (await runWithoutApproval(deps, work));
  try {
    await work(deps);
  } catch (error) {
    if (!isAppError(error) || error.code !== 'SECOND_APPROVAL_REQUIRED') throw error;
    const password = made ? shown(made.password, made.isShown) : '';
    throw new Error(
      `An administrator has to confirm this on the page Second approvals. Nothing is changed until then.${password}
To do it without a confirmation, repeat the command with --without-approval.`,
    );
  }
}

/** The user agent of a session is untrusted: replaces terminal control characters. */
function printable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

async function getUserId(deps: Deps, username: string) {
  const userId = await findUserIdByName(deps.db.query, username);
  if (!userId) throw appError('USER_NOT_FOUND');
  return userId;
}

/**
 * Reads the password from standard input, or generates one. Other users of the machine can read command-line arguments.
 */
async function choosePassword({ options, terminal }: Given) {
  if (!options['password-stdin']) {
    return { password: randomBytes(18).toString('base64url'), isShown: true };
  }
  return { password: await firstLineOf(terminal.input), isShown: false };
}

async function firstLineOf(input: Readable): Promise<string> {
  for await (const line of createInterface({ input })) return line;
  return '';
}

function shown(password: string, isShown: boolean): string {
  return isShown ? ` Its password, shown this once: ${password}` : '';
}
