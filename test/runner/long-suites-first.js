'use strict';

const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that take long although their files are small, so that Jest would start them last in a fresh clone. */
const long = /\/test\/clients\/postman(-runs)?\.e2e-spec\.ts$/;

/** Starts the long suites first, because otherwise two workers would end 20 s after the others. */
module.exports = class extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(({ path }) => long.test(path)), ...sorted.filter(({ path }) => !long.test(path))];
  }
};
