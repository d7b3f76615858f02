#!/bin/sh
# Run this after every `agency migrate`, as the owner of the database. It lets the service change all tables but the audit.
set -eu
client() { MYSQL_PWD=$DATABASE_OWNER_PASSWORD mariadb --host="${DATABASE_HOST:-database}" --port="${DATABASE_PORT:-3306}" \
  --user=agency_owner --batch --skip-column-names agency; }
statements=$(client <<'SQL'
SELECT CONCAT('GRANT UPDATE, DELETE ON agency.', TABLE_NAME, ' TO agency@''%'';')
  FROM information_schema.TABLES
 WHERE TABLE_SCHEMA = 'agency' AND TABLE_NAME NOT IN ('audit', 'audit_records', 'audit_seals');
SQL
)
echo "$statements" | client
