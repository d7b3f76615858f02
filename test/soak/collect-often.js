'use strict';

// Preloaded into the service (`--expose-gc --require`): collects garbage four times a second. A native object that is
// freed wrongly crashes at the next collection, which a short run might never reach.
setInterval(() => globalThis.gc(), 250).unref();
