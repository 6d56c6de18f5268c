# syntax=docker/dockerfile:1
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc prisma.config.ts tsconfig.json ./
COPY prisma ./prisma
COPY src ./src
COPY graphql ./graphql
COPY rest-map ./rest-map
# the image has a Node.js of its own
RUN npm ci --loglevel=error && npm prune --omit=dev --ignore-scripts --loglevel=error && npm uninstall --no-save --omit=dev --ignore-scripts prisma typescript --loglevel=error && rm -rf node_modules/node node_modules/.bin/node

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
# large pieces of memory go back to the system, as with `npm start`
ENV MALLOC_MMAP_THRESHOLD_=524288 MALLOC_TRIM_THRESHOLD_=4194304
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/src ./src
COPY --from=build /app/graphql ./graphql
COPY --from=build /app/rest-map ./rest-map
COPY --from=build /app/dist ./dist
COPY --from=build /app/package.json /app/package-lock.json /app/prisma.config.ts ./
COPY prisma ./prisma
COPY *.md ./
COPY docs ./docs
RUN mkdir -p /app/.data && chown node:node /app/.data
USER node
VOLUME /app/.data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=15s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 4000}/health/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--disable-warning=ExperimentalWarning", "src/start.ts"]
