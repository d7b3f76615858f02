describe.skip('Swagger UI in Chromium: there is none at TEST_CHROMIUM or /usr/bin/chromium', () => {
  it('runs every *.browser-spec.ts in the browser', () => {
    expect(process.env.TEST_CHROMIUM).toBeDefined();
  });
});
