# The service and the gateway, as a user who owns nothing; the file system can be read-only:
#   docker build -t understudy .
#   docker run --read-only --tmpfs /tmp -p 8080:8080 -v ./keys:/keys:ro understudy \
#     serve --host 0.0.0.0 --api-keys /keys/api-keys
FROM python:3.11-slim AS build
WORKDIR /source
COPY pyproject.toml README.md LICENSE NOTICE ./
COPY src src
RUN python -m venv /app && /app/bin/pip install --no-cache-dir ".[service]"

FROM python:3.11-slim
RUN useradd --system --uid 10001 --no-create-home understudy
COPY --from=build /app /app
ENV PATH=/app/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOME=/tmp
USER 10001
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as u; u.urlopen(f'http://127.0.0.1:{os.environ.get(\"PORT\", \"8080\")}/ready', timeout=4)"]
ENTRYPOINT ["understudy"]
CMD ["serve"]
