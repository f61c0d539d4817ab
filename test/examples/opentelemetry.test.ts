import { readFileSync } from "node:fs"
import { assert, beforeAll, describe, it } from "vitest"
import { startExample } from "../support/processes/runExample.ts"

/** All attributes that spans and metrics may have. */
const allowed = new Set([
  "attempt",
  "authentication.status",
  "cache",
  "cache.hit",
  "code",
  "endpoint",
  "error.code",
  "error.type",
  "http.request.method",
  "http.request.resend_count",
  "http.response.status_code",
  "outcome",
  "reason",
  "status",
  "unit",
  "url.template",
  "wait.millis",
  "wait.reason"
])

/** Attributes that the exporter and Effect's own server add. */
const others =
  /^(?:service\.|telemetry\.|exception\.|http\.route$|url\.(?:full|path|scheme)$|server\.|client\.|user_agent\.|effect\.|fiberId$)/

describe("examples/opentelemetry", () => {
  let printed: ReadonlyArray<string> = []
  let received = ""

  beforeAll(async () => {
    // an OpenTelemetry collector can't be installed from npm, so the example has one
    const collector = startExample("opentelemetry/collector.ts", { PORT: "0" })
    try {
      const baseUrl = (await collector.prints(/Collecting at (\S+)/))[1]!
      const { code, output } = await startExample("opentelemetry", { OTLP_URL: baseUrl }).end()
      assert.strictEqual(code, 0, output)
      received = (await (await fetch(`${baseUrl}/received`)).json() as ReadonlyArray<string>).join("\n")
    } finally {
      collector.stop()
      printed = (await collector.end()).output.split("\n")
    }
  })

  const has = (pattern: RegExp) => assert.isTrue(printed.some((line) => pattern.test(line)), `no line is ${pattern}`)

  it("examples/opentelemetry shows a call with its attempts, waits and error code", () => {
    has(
      /^notes-app span password\.signIn failed \{ http\.request\.method=POST url\.template=\/auth\/password\/sign-in \}$/
    )
    has(
      /^notes-app span POST \/auth\/password\/sign-in failed \{ http\.request\.method=POST url\.template=\/auth\/password\/sign-in server\.address=127\.0\.0\.1 server\.port=\d+ attempt=1 http\.response\.status_code=400 error\.code=EMAIL_PASSWORD_MISMATCH error\.type=400 \}$/
    )
    has(
      /^notes-app span GET \/users\/me \{ .* attempt=2 wait\.reason=RateLimited wait\.millis=\d+ http\.response\.status_code=200 http\.request\.resend_count=1 \}$/
    )
    has(/^notes-app metric http\.client\.request\.duration 1 \{ .*http\.response\.status_code=429 error\.type=429 \}$/)
    has(/^notes-app metric latchkey\.errors 1 \{ endpoint=password\.signIn code=EMAIL_PASSWORD_MISMATCH \}$/)
    has(/^notes-app metric latchkey\.wait\.duration 1 \{ unit=s endpoint=users\.getMe reason=RateLimited \}$/)
    has(/^notes-app metric latchkey\.call\.duration 3 \{ unit=s endpoint=users\.getMe outcome=ok \}$/)
  })

  it("examples/opentelemetry shows refreshes and cache hits", () => {
    has(/^notes-app span oauth\.refresh \{/)
    has(/^notes-app metric latchkey\.refreshes 1 \{ outcome=ok \}$/)
    has(/^notes-app metric latchkey\.reads 1 \{ cache=hit \}$/)
    has(/^notes-app metric latchkey\.reads 1 \{ cache=miss \}$/)
  })

  it("examples/opentelemetry shows the back end's authentications under its own service name", () => {
    has(/^notes-api span Authenticator\.authenticate \{ authentication\.status=signed-in \}$/)
    has(/^notes-api metric latchkey\.authentications 1 \{ status=signed-in cache=hit \}$/)
    has(/^notes-api metric latchkey\.authentications 1 \{ status=signed-out cache=hit \}$/)
    assert.isFalse(printed.some((line) => line.startsWith("notes-api metric latchkey.call")))
  })

  it("examples/opentelemetry exports logs", () => {
    has(/^notes-app log Info "signed in"$/)
  })

  it("each panel of examples/opentelemetry/dashboard.json shows a metric and attributes that are exported", () => {
    const { panels } = JSON.parse(readFileSync("examples/opentelemetry/dashboard.json", "utf8"))
    const queries: ReadonlyArray<string> = panels.flatMap((panel: any) => panel.targets.map(({ expr }: any) => expr))
    // the names that Prometheus gives to OTLP metrics and attributes
    const series = new Set(printed.flatMap((line) => {
      const [, name, attributes = ""] = /^\S+ metric (\S+) \S+ \{ (.*) \}$/.exec(line) ?? []
      if (name === undefined) return []
      const base = name.replaceAll(".", "_")
      const names = name.endsWith(".duration") ? [`${base}_seconds_bucket`, `${base}_seconds_count`] : [`${base}_total`]
      return [...names, ...attributes.split(" ").map((each) => each.split("=")[0]!.replaceAll(".", "_"))]
    }))

    assert.isAbove(queries.length, 5)
    for (const query of queries) {
      const words = query.replace(/"[^"]*"/g, "").match(/[a-z_]{2,}/g)!
      const own = words.filter((word) => !["histogram_quantile", "sum", "by", "rate", "le"].includes(word))
      assert.deepStrictEqual(own.filter((word) => !series.has(word)), [], query)
    }
  })

  it("P1: examples/opentelemetry exports only listed attributes, and no secret in any of them", () => {
    const names = [...received.matchAll(/"key":"([^"]+)"/g)].map(([, name]) => name!)
    assert.deepStrictEqual([...new Set(names)].filter((name) => !allowed.has(name) && !others.test(name)), [])
    assert.isTrue(names.length > 100)
    for (const secret of [/wrong horse/, /correct horse/, /eyJ[\w-]{10}/, /pck_|ssk_|sak_/, /ada@example/, /x-stack/]) {
      assert.notMatch(received, secret)
    }
    // a refresh token has 45 characters
    assert.notMatch(received.replace(/"(?:traceId|spanId|parentSpanId)":"\w+"/g, ""), /\b[a-z0-9]{45,}\b/)
  })
})
