const why = 'TEST_MYSQL_URL is not set (npm run test:mysql starts a private server)';

describe.skip(`end-to-end and database suites on MySQL/MariaDB: ${why}`, () => {
  it('runs every *.e2e-spec.ts and src/database suite on the server', () => {
    expect(process.env.TEST_MYSQL_URL).toBeDefined();
  });
});
