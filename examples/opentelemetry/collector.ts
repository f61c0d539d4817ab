/** A minimal OpenTelemetry collector on a loopback port. It prints the spans and metrics it receives as OTLP JSON. */
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

const linesOf = ({ resourceMetrics = [], resourceSpans = [] }: Export): ReadonlyArray<string> => [
  ...resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ attributes, name, status }) =>
        `${serviceOf(resource)} span ${name}${status.code === 2 ? " failed" : ""} { ${textOf(attributes)} }`
      )
    )
  ),
  ...resourceMetrics.flatMap(({ resource, scopeMetrics }) =>
    scopeMetrics.flatMap(({ metrics }) =>
      metrics.flatMap((metric) =>
        Object.values(metric).flatMap((kind) =>
          ((kind as Points).dataPoints ?? []).map(({ asDouble, asInt, attributes, count }) =>
            `${serviceOf(resource)} metric ${metric.name} ${String(count ?? asDouble ?? asInt)} { ${
              textOf(attributes)
            } }`
          )
        )
      )
    )
  )
]

/** Starts the collector. `received` holds all request bodies, unchanged. */
export const startCollector = async () => {
  const received: Array<string> = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const part of request) body += String(part)
    received.push(body)
    for (const line of linesOf(JSON.parse(body))) console.log(line)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("not listening on a port")
  return { baseUrl: `http://127.0.0.1:${address.port}`, received, close: () => server.close() }
}
