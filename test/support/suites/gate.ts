/** With CI=true, as in `.ci/run`, suites try all of many similar cases. Otherwise they try some of them. */
export const inGate = Boolean(process.env.CI);
