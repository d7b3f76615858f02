#!/usr/bin/env bash
# Generates clients from openapi.json, compiles them strictly, and calls a list with a filter through each.
#   .ci/generators/run.sh <empty folder> <address of a demo> <API key of the demo>
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$1
export AGENCY_URL=$2

cp "$root"/.ci/generators/{package.json,package-lock.json,orval.config.ts,tsconfig.json,front.ts} "$root/openapi.json" "$work/"
cd "$work"
npm ci --ignore-scripts --no-audit --no-fund
npm install --no-save --install-links --ignore-scripts --no-audit --no-fund "$root/clients/typescript"
export PATH="$work/node_modules/.bin:$PATH"
openapi-typescript openapi.json --output generated/openapi-typescript.ts
openapi-ts --input openapi.json --output generated/hey-api --client @hey-api/client-fetch
orval --config orval.config.ts
tsc
esbuild front.ts --bundle --platform=node --format=esm --log-level=warning --outfile=front.mjs
node front.mjs "$AGENCY_URL" "$3"
