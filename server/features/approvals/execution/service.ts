import { z } from 'zod';
import type { ApprovableCommand } from '#contract/approvals/rules.ts';
import { approvals } from '#contract/approvals/schema.ts';
import { userId } from '#contract/shared/base.ts';
import { COMMAND_LINE, ROLES } from '#contract/shared/enums.ts';
import { users } from '#contract/users/schema.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { Actor, Principal } from '#server/platform/auth/gate.ts';
import { joinTransaction } from '#server/platform/commands/command.ts';
import { adjustBalance } from '../../users/balance/service.ts';
import { removeUser } from '../../users/removal/service.ts';
import { createHashedUser, setPasswordHash, setRole, setStatus } from '../../users/service.ts';
import type { ApprovalRow } from '../gate/service.ts';
import { saveRule } from '../rules/service.ts';

/** How a stored command is carried out: the schema of its input, and the service that it was sent to. */
interface Executor {
  run(deps: Deps, maker: Principal, row: ApprovalRow): Promise<unknown>;
}

function executor<Schema extends z.ZodType>(
  schema: Schema,
  run: (deps: Deps, maker: Principal, input: z.output<Schema>) => Promise<unknown>,
): Executor {
  return {
    run: (deps, maker, { input, requestKey: key }) =>
      run(deps, maker, schema.parse({ ...input, ...(key && { requestKey: key }) })),
  };
}

/** For commands that only a signed-in administrator can send. */
function ofAdmin<Input>(
  run: (deps: Deps, maker: Actor, input: Input) => Promise<unknown>,
): (deps: Deps, maker: Principal, input: Input) => Promise<unknown> {
  return (deps, maker, input) => {
    if (maker === COMMAND_LINE) throw new Error('The command line does not send this command');
    return run(deps, maker, input);
  };
}

/** Returns the schema of a procedure's input. */
function inputOf<Schema extends z.ZodType>(procedure: {
  '~orpc': { inputSchema?: Schema | undefined };
}): Schema {
  const { inputSchema } = procedure['~orpc'];
  if (!inputSchema) throw new Error('The procedure has no input');
  return inputSchema;
}

const passwordHash = z.string();

const executors: Partial<Record<ApprovableCommand, Executor>> = {
  'approvals.saveRule': executor(inputOf(approvals.saveRule), ofAdmin(saveRule)),
  'users.adjustBalance': executor(
    inputOf(users.adjustBalance),
    ofAdmin(adjustBalance),
  ),
  'users.create': executor(
    z.object({ username: z.string(), passwordHash, role: z.enum(ROLES) }),
    createHashedUser,
  ),
  'users.remove': executor(
    inputOf(users.remove),
    ofAdmin((deps, maker, input) => removeUser(deps, maker, input.userId)),
  ),
  'users.setPassword': executor(z.object({ userId, passwordHash }), setPasswordHash),
  'users.setRole': executor(inputOf(users.setRole), ofAdmin(setRole)),
  'users.setStatus': executor(inputOf(users.setStatus), setStatus),
};

/** Carries out a confirmed request's command as its maker, inside the transaction. Throws what the command throws. */
export async function execute(
  deps: Deps,
  tx: Tx,
  { row, maker }: { row: ApprovalRow; maker: Principal },
): Promise<void> {
  const inner = { ...deps, db: joinTransaction(deps.db, tx) };
  await executors[row.command]?.run(inner, maker, row);
}

/** Locks what a command locks before its approval request, so that both take their locks in one order. */
export async function lockTargets(_tx: Tx, _row: ApprovalRow): Promise<void> {}
