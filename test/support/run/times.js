'use strict';

const { relative } = require('node:path');

const most = 15;

/** Prints at the end of a long run how long the suites of each project took together, and the longest suites. */
module.exports = class Times {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_, { testResults }) {
    if (testResults.length <= most) return;
    const suites = testResults.map(({ testFilePath, displayName, perfStats: { start, end }, numPassingTests }) => ({
      name: `${displayName?.name ?? ''} ${relative(this.rootDir, testFilePath)}`,
      project: `all of ${displayName?.name ?? 'the project'}`,
      seconds: (end - start) / 1000,
      tests: numPassingTests,
    }));
    const projects = [...Map.groupBy(suites, ({ project }) => project)].map(([name, of]) => ({
      name,
      seconds: of.reduce((sum, { seconds }) => sum + seconds, 0),
      tests: of.reduce((sum, { tests }) => sum + tests, 0),
    }));
    const longest = suites.sort((a, b) => b.seconds - a.seconds).slice(0, most);
    const lines = [...projects, ...longest].map(
      ({ name, seconds, tests }) => `${seconds.toFixed(1).padStart(8)} s ${String(tests).padStart(6)} tests  ${name}`,
    );
    process.stderr.write(`\nThe longest suites:\n${lines.join('\n')}\n`);
  }
};
