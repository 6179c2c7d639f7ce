-- Servers of the version before run on while this is applied, and do not know this rule: they have a day.
INSERT INTO approval_rules (kind, threshold_paise, approvals, is_active, in_force_since)
  SELECT 'securitySettings', NULL, 1, true,
    CASE WHEN EXISTS (SELECT FROM audit_log) THEN now() + interval '1 day' ELSE '-infinity' END;
