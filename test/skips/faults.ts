describe.skip('faults: they kill and freeze servers for minutes, so `npm run test:faults` alone runs them', () => {
  it('runs every *.fault-spec.ts', () => {
    expect(process.env.TEST_FAULTS).toBeDefined();
  });
});
