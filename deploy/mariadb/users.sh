# The image of MariaDB runs this once, on an empty database. It creates the two users of docs/operations.md: the owner, who
# migrates, and the user of the service, who may only add rows until rights.sh grants more.
docker_process_sql --database=mysql <<SQL
CREATE USER agency_owner@'%' IDENTIFIED BY '${DATABASE_OWNER_PASSWORD}';
GRANT SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, DROP, INDEX, REFERENCES ON agency.* TO agency_owner@'%'
  WITH GRANT OPTION;
CREATE USER agency@'%' IDENTIFIED BY '${DATABASE_PASSWORD}';
GRANT SELECT, INSERT ON agency.* TO agency@'%';
SQL
