# Builds with npm, and runs the pinned Node (in node_modules/.bin) as an unprivileged user.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN scripts/bundle.sh /srv/agency

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Agency Operations Service" org.opencontainers.image.version=1.0.0
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATABASE_URL=sqlite:/var/lib/agency/agency.sqlite
ENV PATH=/srv/agency/node_modules/.bin:$PATH
COPY --from=build /srv/agency /srv/agency
RUN ln -s /srv/agency/dist/src/cli/main.js /usr/local/bin/agency \
  && useradd --system --uid 1000 --home-dir /nonexistent agency \
  && install -d -o agency -g agency -m 700 /var/lib/agency /srv/agency-files
WORKDIR /srv/agency
USER agency
VOLUME /var/lib/agency
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=8s --start-period=60s --retries=3 CMD ["node", "scripts/healthy.js"]
CMD ["node", "dist/src/main.js"]
