# Run once by the image of MariaDB, on an empty database: the two users of docs/operations.md. The owner migrates.
# The service may only add rows until rights.sh grants it more.
docker_process_sql --database=mysql <<SQL
CREATE USER agency_owner@'%' IDENTIFIED BY '${DATABASE_OWNER_PASSWORD}';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES ON agency.* TO agency_owner@'%'
  WITH GRANT OPTION;
CREATE USER agency@'%' IDENTIFIED BY '${DATABASE_PASSWORD}';
GRANT SELECT, INSERT ON agency.* TO agency@'%';
SQL
