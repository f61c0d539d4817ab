/**
 * A minimal OpenTelemetry collector on a loopback port. It prints the spans, metrics and logs that it receives as OTLP
 * JSON. As a separate process, it prints its address first, and returns all bodies at `/received`: `npm run example --
 * examples/opentelemetry/collector.ts`
 */
import { createServer } from "node:http"

interface Attribute {
  readonly key: string
  readonly value: { readonly [type: string]: unknown }
}

interface Resource {
  readonly attributes: ReadonlyArray<Attribute>
}

interface Span {
  readonly name: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly status: { readonly code: number }
}

interface LogRecord {
  readonly severityText?: string
  readonly body: { readonly [type: string]: unknown }
  readonly attributes: ReadonlyArray<Attribute>
}

interface Metric {
  readonly name: string
  readonly [kind: string]: unknown
}

interface Points {
  readonly dataPoints?: ReadonlyArray<{
    readonly attributes: ReadonlyArray<Attribute>
    readonly count?: unknown
    readonly asDouble?: unknown
    readonly asInt?: unknown
  }>
}

interface Export {
  readonly resourceLogs?: ReadonlyArray<
    {
      readonly resource: Resource
      readonly scopeLogs: ReadonlyArray<{ readonly logRecords: ReadonlyArray<LogRecord> }>
    }
  >
  readonly resourceSpans?: ReadonlyArray<
    { readonly resource: Resource; readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }> }
  >
  readonly resourceMetrics?: ReadonlyArray<
    { readonly resource: Resource; readonly scopeMetrics: ReadonlyArray<{ readonly metrics: ReadonlyArray<Metric> }> }
  >
}

const textOf = (attributes: ReadonlyArray<Attribute>): string =>
  attributes.map(({ key, value }) => `${key}=${String(Object.values(value)[0])}`).join(" ")

const serviceOf = ({ attributes }: Resource): string =>
  String(attributes.find(({ key }) => key === "service.name")?.value["stringValue"])

const spansOf = ({ resourceSpans = [] }: Export) =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service: serviceOf(resource) })))
  )

const metricsOf = ({ resourceMetrics = [] }: Export) =>
  resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) => metrics.map((metric) => ({ metric, service: serviceOf(resource) })))
  )

const linesOf = (exported: Export): ReadonlyArray<string> => [
  ...spansOf(exported).map(({ attributes, name, service, status }) =>
    `${service} span ${name}${status.code === 2 ? " failed" : ""} { ${textOf(attributes)} }`
  ),
  ...metricsOf(exported).flatMap(({ metric, service }) =>
    Object.values(metric).flatMap((kind) =>
      ((kind as Points).dataPoints ?? []).map(({ asDouble, asInt, attributes, count }) =>
        `${service} metric ${metric.name} ${String(count ?? asDouble ?? asInt)} { ${textOf(attributes)} }`
      )
    )
  ),
  ...(exported.resourceLogs ?? []).flatMap(({ resource, scopeLogs }) =>
    scopeLogs.flatMap(({ logRecords }) =>
      logRecords.map(({ body, severityText }) =>
        `${serviceOf(resource)} log ${severityText} ${JSON.stringify(Object.values(body)[0])}`
      )
    )
  )
]

/** Starts the collector. `received` holds all request bodies, unchanged. */
export const startCollector = async ({ port = 0, print = console.log }: {
  readonly port?: number
  /** Called with each line. @default console.log */
  readonly print?: (line: string) => void
} = {}) => {
  const received: Array<string> = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const part of request) body += String(part)
    response.writeHead(200, { "content-type": "application/json" })
    if (request.method === "GET") return response.end(JSON.stringify(received))
    received.push(body)
    for (const line of linesOf(JSON.parse(body))) print(line)
    return response.end("{}")
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  const close = () => void server.close()
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    received,
    /** Names of the received spans, in order. */
    spans: () => received.flatMap((body) => spansOf(JSON.parse(body)).map(({ name }) => name)),
    /** Names of the received metrics. */
    metrics: () =>
      [...new Set(received.flatMap((body) => metricsOf(JSON.parse(body)).map(({ metric }) => metric.name)))].sort(),
    close,
    [Symbol.dispose]: close
  }
}

if (import.meta.main) {
  const { baseUrl } = await startCollector({ port: Number(process.env["PORT"] ?? 4318) })
  console.log(`Collecting at ${baseUrl}`)
}
