import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { startCollector } from "../../examples/opentelemetry/collector.ts"
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
  "http.request.method",
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
  const printed: Array<string> = []
  let received = ""

  beforeAll(async () => {
    const log = vi.spyOn(console, "log").mockImplementation((line) => printed.push(String(line)))
    const collector = await startCollector()
    const { code, output } = await startExample("opentelemetry", { OTLP_URL: collector.baseUrl }).end()
    collector.close()
    log.mockRestore()
    received = collector.received.join("\n")
    assert.strictEqual(code, 0, output)
  })

  afterAll(() => vi.restoreAllMocks())

  const has = (pattern: RegExp) => assert.isTrue(printed.some((line) => pattern.test(line)), `no line is ${pattern}`)

  it("examples/opentelemetry shows a call with its attempts, waits and error code", () => {
    has(
      /^notes-app span password\.signIn failed \{ http\.request\.method=POST url\.template=\/auth\/password\/sign-in \}$/
    )
    has(
      /^notes-app span attempt failed \{ attempt=1 http\.response\.status_code=400 error\.code=EMAIL_PASSWORD_MISMATCH \}$/
    )
    has(
      /^notes-app span attempt \{ attempt=2 wait\.reason=RateLimited wait\.millis=\d+ http\.response\.status_code=200 \}$/
    )
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
