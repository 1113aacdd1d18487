# The host with its hosted page, the merchant's console and the guides. A first stage builds them.
FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm install --no-audit --no-fund && npm run build

FROM node:24-slim
ENV NODE_ENV=production PAY_BIND=0.0.0.0 PAY_DATABASE_URL=sqlite:/data/secure-payment.db
WORKDIR /app
COPY --from=build /app/package.json /app/package-lock.json ./
COPY --from=build /app/packages/core ./packages/core
COPY --from=build /app/host ./host
COPY --from=build /app/widget/package.json ./widget/package.json
COPY --from=build /app/widget/dist ./widget/dist
COPY --from=build /app/console/dist ./console/dist
COPY --from=build /app/docs/dist ./docs/dist
RUN npm install --omit=dev --no-audit --no-fund --workspace host --workspace packages/core \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:8080/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--conditions=@secure-payment/source", "host/src/main.ts"]
