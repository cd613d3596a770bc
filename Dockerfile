# Treffer without a Postgres of its own: needs DATABASE_URL (Postgres 15 or newer). compose.yaml brings one along.
#
#   docker build -t treffer .
#   docker run --rm -p 127.0.0.1:3000:3000 -e DATABASE_URL -e TREFFER_ADMIN_KEY --read-only --stop-timeout 35 treffer
#   docker run --rm -e DATABASE_URL treffer node dist/cli.js keys create --label …
#
# Builds with BuildKit and with the classic builder.

FROM node:24-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json ./

FROM base AS build
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig*.json ./
COPY src ./src
RUN npm run build && rm dist/*.tsbuildinfo

# What runs. The only optional packages among the dependencies are the embedded Postgres' binaries.
FROM base AS dependencies
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="treffer" \
      org.opencontainers.image.description="Rules on ranged attacks in tabletop games: says whether a shot is allowed, rolls the dice and keeps a record that anyone can check." \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000
WORKDIR /app
COPY package.json LICENSE ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY migrations ./migrations
COPY --from=build /app/dist ./dist
# node:node of the base image; by number, because Kubernetes' runAsNonRoot does not look names up. The files stay
# root's: the process can't change its own code.
USER 1000:1000
EXPOSE 3000
# /readyz asks the database too. Where unhealthy containers are replaced (Swarm), ask /livez instead: a new process
# would not bring the database back.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
