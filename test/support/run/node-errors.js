'use strict';

const { isNativeError } = require('node:util').types;

// Jest gives each suite classes of its own, and Node's modules throw errors of Node's TypeError. Packages that test
// `instanceof TypeError`, such as the reader of streams under file-type, must recognise these too.
const isInstance = Function.prototype[Symbol.hasInstance];
Object.defineProperty(TypeError, Symbol.hasInstance, {
  value(error) {
    const isNodes = this === TypeError && isNativeError(error) && error.name === 'TypeError';
    return isNodes || isInstance.call(this, error);
  },
});
