'use strict';

// Exit code 0 when the instance on this machine can serve calls: for container engines, which ask again and again.
const url = `http://127.0.0.1:${process.env.PORT || 3000}/health/ready`;

fetch(url, { signal: AbortSignal.timeout(6000) }).then(
  ({ ok }) => process.exit(ok ? 0 : 1),
  () => process.exit(1),
);
