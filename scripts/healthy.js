'use strict';

// Exits with 0 if the instance on this machine is ready, for the health checks of container engines.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/health/ready`;

fetch(url, { signal: AbortSignal.timeout(6000) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
