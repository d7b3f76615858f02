# The service in an image of its own: built and packed where compilers are, run where they are not, by a user without rights.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN scripts/bundle.sh /srv/agency

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/var/lib/agency/agency.sqlite
COPY --from=build /srv/agency /srv/agency
RUN ln -s /srv/agency/dist/src/cli/main.js /usr/local/bin/agency \
  && install -d -o node -g node -m 700 /var/lib/agency
WORKDIR /srv/agency
USER node
VOLUME /var/lib/agency
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=8s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.js"]
CMD ["node", "dist/src/main.js"]
