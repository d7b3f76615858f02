#!/usr/bin/env bash
# Fills an empty folder with what production needs: the built service, its command and their packages.
#   scripts/bundle.sh <folder>        after npm ci
set -euo pipefail
cd "$(dirname "$0")/.."

to=${1:?the folder}
mkdir -p "$to"
if [ -n "$(ls -A "$to")" ]; then echo "$to is not empty." >&2; exit 1; fi

npm run --silent build
cp -R package.json package-lock.json .npmrc dist "$to/"
rm -rf "$to/dist/bench"
find "$to/dist" -name '*.map' -delete
mkdir -p "$to/bin" "$to/scripts" "$to/postman" "$to/clients/typescript"
cp scripts/agency "$to/bin/"
cp -R clients/typescript/dist "$to/clients/typescript/"
cp scripts/healthy.js "$to/scripts/"
cp postman/agency.postman_collection.json "$to/postman/"
npm run --silent sbom >"$to/sbom.cdx.json"
chmod 755 "$to/dist/src/cli/main.js"
cd "$to"
npm ci --omit=dev --ignore-scripts
# Delete the headers and manuals of the Node package, and source maps, which the service does not need.
rm -rf node_modules/node-*/include node_modules/node-*/share
find node_modules -name '*.map' -delete
