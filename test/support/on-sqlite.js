'use strict';

// The server of the mysql project is not for the suites of this one.
module.exports = () => delete process.env.TEST_MYSQL_URL;
