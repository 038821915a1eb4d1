# Builds Portico and copies it into a small image, which runs it as an unprivileged user.
#
#   docker build -t portico .
#   docker run -p 127.0.0.1:8080:8080 -v portico-data:/data -e PORTICO_HTTP_ORIGIN=https://door.example portico

FROM swift:6.2-bookworm AS build
RUN apt-get update -qq \
    && apt-get install --yes -qq --no-install-recommends \
        jq esbuild libsqlite3-dev libargon2-dev libfido2-dev libcbor-dev libcurl4-openssl-dev libssl-dev libdeflate-dev libbrotli-dev libpng-dev libpq-dev \
        libqrencode-dev libxml2-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
ENV RELEASE="--configuration release --static-swift-stdlib -Xlinker -s"
# A layer for the dependencies, built with an empty file for each target of Portico: after a change of sources, Docker does
# not build it again.
COPY Package.swift ./
COPY Sources/System Sources/System
COPY Sources/PorticoPlugin Sources/PorticoPlugin
RUN swift package dump-package \
    | jq --raw-output '.targets[] | select(.type | IN("regular", "executable", "test")) \
        | (.path // if .type == "test" then "Tests/\(.name)" else "Sources/\(.name)" end) \
            + if .type == "executable" then "/main.swift" else "/Empty.swift" end' \
    | while read -r file; do mkdir -p "$(dirname "$file")" && touch "$file"; done \
    && swift build $RELEASE --product portico \
    && rm -r Sources Tests Examples
COPY Scripts/bundle Scripts/bundle
COPY Public Public
COPY Templates Templates
COPY Sources Sources
COPY Tests Tests
COPY Examples/Gateway Examples/Gateway
RUN swift build $RELEASE --product portico \
    && install -D "$(swift build $RELEASE --show-bin-path)/portico" /out/portico

FROM debian:bookworm-slim
RUN apt-get update -qq \
    && apt-get install --yes -qq --no-install-recommends \
        libsqlite3-0 libargon2-1 libfido2-1 libcbor0.8 libcurl4 libssl3 libdeflate0 libbrotli1 libpng16-16 libpq5 libqrencode4 libxml2 \
        libstdc++6 ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --user-group --uid 10001 --no-create-home portico \
    && install -d -o portico -g portico -m 0700 /data
COPY --from=build /out/portico /usr/local/bin/portico
USER 10001:10001
ENV PORTICO_HTTP_HOSTNAME=0.0.0.0 \
    PORTICO_DATA_DIRECTORY=/data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s \
    CMD ["portico", "health", "--live"]
ENTRYPOINT ["portico"]
CMD ["serve"]
