# Builds Portico and copies it into a small image, which runs it as an unprivileged user.
#
#   docker build -t portico .
#   docker run -p 127.0.0.1:8080:8080 -v portico-data:/data -e PORTICO_HTTP_ORIGIN=https://door.example portico

FROM swift:6.2-bookworm AS build
WORKDIR /source
COPY Scripts/install-packages Scripts/
RUN Scripts/install-packages build
COPY . .
# The next build of the image continues from the objects of this one.
RUN --mount=type=cache,target=/build \
    swift build --scratch-path /build --configuration release --static-swift-stdlib -Xlinker -s --product portico \
    && install -D /build/release/portico /out/portico

FROM debian:bookworm-slim
COPY --from=build /source/Scripts/install-packages /tmp/
RUN /tmp/install-packages run \
    && rm -rf /tmp/install-packages /var/lib/apt/lists/* \
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
