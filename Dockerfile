# The website in a container. See docs/deploy.md, "A container".

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
# These values are built into the pages. The publishable key, which browsers send with each call, is no secret, so all
# containers of the image may share it.
ARG SITE_URL=http://localhost:4321
ARG PUBLIC_SUPABASE_KEY=sb_publishable_container
ARG PUBLIC_SITE_BRAND PUBLIC_SITE_LEGAL_NAME PUBLIC_SITE_PHONE PUBLIC_SITE_MESSAGING_NUMBER PUBLIC_SITE_EMAIL
ARG PUBLIC_SITE_ADDRESS PUBLIC_SITE_REGISTRATION PUBLIC_SITE_HOURS PUBLIC_SITE_CLOSED_ON PUBLIC_SITE_OPEN_ON
ARG PUBLIC_SITE_REGISTERED_OFFICE PUBLIC_SITE_REDRESS_SCHEME PUBLIC_SITE_SUPERVISOR PUBLIC_SITE_COMPLAINT_DAYS
ARG PUBLIC_SITE_ICO_NUMBER PUBLIC_SITE_AGENCY_CREDIT RETENTION_LEAD_DAYS RETENTION_SUSPECT_DAYS RETENTION_DELIVERY_DAYS LAUNCH_REHEARSAL
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:24-bookworm-slim
ARG SITE_URL=http://localhost:4321
ARG PUBLIC_SUPABASE_KEY=sb_publishable_container
ENV NODE_ENV=production DATA_DIR=/data SITE_URL=$SITE_URL PUBLIC_SUPABASE_KEY=$PUBLIC_SUPABASE_KEY
# The desk (the staff's app) is off until DESK_PORT=4322 and DESK_URL are given.
ENV DESK_PORT=off DESK_HOST=0.0.0.0
WORKDIR /app
# With the sources and the packages of the build: the server also builds pages, and the commands are there.
COPY --from=build /app ./
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4321 4322
# Only three failed checks in a row make the container unhealthy: one slow response does not.
HEALTHCHECK --interval=10s --timeout=10s --retries=3 --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4321/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "node scripts/run.js launch-check --blocking && exec node --max-semi-space-size=8 --heap-growing-percent=75 server/main.ts"]
