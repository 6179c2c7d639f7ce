import { procedures } from '#server/deps/procedures.ts';
import {
  type CommandExecutor,
  confirmApproval,
  getApproval,
  listApprovals,
  refuseApproval,
  summarizeApprovals,
  withdrawApproval,
} from './answer-approvals.ts';
import { listRules, saveRule } from './approval-rules.ts';

const routes = procedures.approvals;

/** Returns the routes; `executor` carries out the commands of confirmed requests. */
export const approvalRoutes = (executor: CommandExecutor) => ({
  list: routes.list.handler(({ context: { deps, actor }, input }) =>
    listApprovals(deps, actor, input),
  ),
  get: routes.get.handler(({ context: { deps, actor }, input }) =>
    getApproval(deps, actor, input.id),
  ),
  summary: routes.summary.handler(({ context: { deps, actor } }) =>
    summarizeApprovals(deps, actor),
  ),
  confirm: routes.confirm.handler(({ context: { deps, actor }, input }) =>
    confirmApproval(deps, actor, { ...input, executor }),
  ),
  refuse: routes.refuse.handler(async ({ context: { deps, actor }, input }) => {
    await refuseApproval(deps, actor, input);
    return {};
  }),
  withdraw: routes.withdraw.handler(async ({ context: { deps, actor }, input }) => {
    await withdrawApproval(deps, actor, input.id);
    return {};
  }),
  rules: routes.rules.handler(({ context }) => listRules(context.deps)),
  saveRule: routes.saveRule.handler(async ({ context: { deps, actor }, input }) => {
    await saveRule(deps, actor, input);
    return {};
  }),
});
