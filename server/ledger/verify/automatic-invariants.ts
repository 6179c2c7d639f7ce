import type { AutoApprovalSetting } from '#contract/reconciliation/rules.ts';
import { settingTable } from '#contract/settings/table.ts';
import type { Invariant } from './invariants.ts';

/** SQL: a setting at a time, according to its audit records. */
const saidAt = (
  key: AutoApprovalSetting,
  at: string,
) => `coalesce((SELECT s.after ->> '${key}' FROM audit_log s
    WHERE s.chain_id = 'settings' AND s.action = 'settings.update' AND s.after ? '${key}' AND s.created_at <= ${at}
    ORDER BY s.seq DESC LIMIT 1), '${settingTable[key].default}')`;

const automatic = `SELECT * FROM statement_matches WHERE accepted_at IS NOT NULL AND accepted_by IS NULL`;
const dayOf = (at: string) => `date_trunc('day', ${at} AT TIME ZONE 'Asia/Kolkata')`;
const problem = (text: string, condition: string) => `CASE WHEN ${condition} THEN '${text}' END`;

/** Invariants of approvals without an administrator. */
export const automaticInvariants: Invariant[] = [
  {
    title: 'Every automatic approval is of a certain match, within the settings of its time',
    sql: `SELECT id, problem FROM (
            SELECT coalesce(r.entity_id, m.request_id::text) AS id, coalesce(${[
              problem('a match without a recorded approval', 'r.entity_id IS NULL'),
              problem('an approval without a match', 'm.id IS NULL'),
              problem(
                'the record has an administrator',
                'r.actor_id IS NOT NULL OR r.ip IS NOT NULL',
              ),
              problem(
                'the match is not certain, or is another part of a line',
                `m.grade <> 'certain' OR (r.after ->> 'amountPaise') IS DISTINCT FROM m.paise::text
                  OR r.after -> 'lineIds' IS DISTINCT FROM jsonb_build_array(m.line_id)`,
              ),
              problem(
                'the line was imported by another, or in a session without confirmation',
                `i.id IS NOT NULL AND ((r.after ->> 'importedBy') IS DISTINCT FROM i.imported_by::text
                  OR i.confirmed_session_id IS NULL)`,
              ),
              problem('a request of the importer', `r.chain_id = r.after ->> 'importedBy'`),
              problem('the setting was off', `${saidAt('autoApproval', 'r.created_at')} <> 'true'`),
              problem(
                'the amount is above the setting',
                `m.paise > ${saidAt('autoApprovalPaise', 'r.created_at')}::bigint`,
              ),
              problem(
                'it did not wait',
                `m.accepted_at < m.created_at + make_interval(mins => ${saidAt('autoApprovalMinutes', 'r.created_at')}::int)`,
              ),
            ].join(', ')}) AS problem
            FROM (SELECT * FROM audit_log WHERE action = 'transaction.approve' AND after ? 'importedBy') AS r
            FULL JOIN (${automatic}) AS m ON m.request_id::text = r.entity_id AND m.accepted_at = r.created_at
            LEFT JOIN statement_lines l ON l.id = m.line_id LEFT JOIN statement_imports i ON i.id = l.import_id) AS compared
          WHERE problem IS NOT NULL`,
  },
  {
    title: 'The automatic approvals of every day are within the setting',
    sql: `SELECT day, paise::text FROM (
            SELECT ${dayOf('accepted_at')} AS day, sum(paise) AS paise FROM (${automatic}) AS m GROUP BY 1) AS d
          WHERE paise > greatest(
            ${saidAt('autoApprovalDayPaise', "d.day AT TIME ZONE 'Asia/Kolkata'")}::bigint,
            (SELECT max((s.after ->> 'autoApprovalDayPaise')::bigint) FROM audit_log s
             WHERE s.chain_id = 'settings' AND s.action = 'settings.update' AND s.after ? 'autoApprovalDayPaise'
               AND ${dayOf('s.created_at')} = d.day))`,
  },
];
