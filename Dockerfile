# The host with its payment page, the merchant's console and the guides. A first stage builds its package, and installs the packages with
# compiled files, in the versions of the lock file. See docs/guides/run-the-host.md.
FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run build && node scripts/layOutHost.ts /app
WORKDIR /app
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
ENV NODE_ENV=production PAY_BIND=0.0.0.0 PAY_PORT=8080 PAY_DATABASE_URL=sqlite:/data/secure-payment.db
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/dist ./dist
# The host writes to this folder alone, so the rest may be read-only.
RUN mkdir /data && chown 1000:1000 /data
LABEL org.opencontainers.image.title="Secure Payment" \
      org.opencontainers.image.source="https://github.com/secure-payment/secure-payment" \
      org.opencontainers.image.licenses="MIT"
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PAY_PORT}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/secure-payment-host.js"]
