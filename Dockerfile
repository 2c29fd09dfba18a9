# Builds the image from a checkout: docker build --tag oinkly .
# The result has no base image: it contains the release and the few system libraries that it loads (scripts/collect-image.mjs).
ARG BUILD_IMAGE=docker.io/library/node:24.21.0-trixie-slim

FROM ${BUILD_IMAGE} AS build
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libnss-unknown \
  && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund && npm run build && node_modules/node/bin/node scripts/collect-image.mjs /image

FROM scratch
LABEL org.opencontainers.image.title="Oinkly" \
  org.opencontainers.image.description="A weekly spending tracker with bank linking and a friends leaderboard"
COPY --from=build /image/ /
ENV PATH=/opt/oinkly/bin:/usr/bin HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["oinkly"]
