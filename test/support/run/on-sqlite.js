'use strict';

// Suites of this project must not use the server of the mysql project.
delete process.env.TEST_MYSQL_URL;
