/** Everything that Effect's OTLP exporter sends to a collector, which runs as a separate process. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import { layer as layerConventions } from "../../../layers/observe/httpConventions.ts"
import { layer as layerMetrics } from "../../../layers/observe/metrics.ts"
import * as RetryPolicy from "../../../layers/RetryPolicy.ts"
import * as UserApiKeys from "../../../schemas/endpoints/userApiKeys.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { startEmulator } from "../../../src/emulator/index.ts"
import * as flows from "../../../src/flows/index.ts"
import { serverPayments, withCredits } from "../../../src/payments/index.ts"
import * as Client from "../../../src/programs/Client.ts"
import * as Server from "../../../src/programs/Server.ts"
import { startExample } from "../../support/processes/runExample.ts"

const ada = { email: "ada-canary@example.com", password: "correct-horse-canary" }
const address = "http://localhost:3000/handler/email-verification?canary=callback"

/** Names of fields and headers whose values are secrets or personal. */
const secretNames =
  /^(?:authorization|x-stack-(?:access-token|refresh-token|secret-server-key|publishable-client-key)|access_token|refresh_token|password|api_key|primary_email|email|callback_url|value|otp|nonce)$/

/** Collects the secrets in JSON. */
const collect = (json: unknown, into: Set<string>): void => {
  if (typeof json !== "object" || json === null) return
  for (const [name, value] of Object.entries(json)) {
    if (typeof value === "string" && value.length > 5 && secretNames.test(name)) into.add(value)
    else collect(value, into)
  }
}

describe("OTLP", () => {
  let collector: ReturnType<typeof startExample>
  let baseUrl = ""

  beforeAll(async () => {
    collector = startExample("opentelemetry/collector.ts", { PORT: "0" })
    baseUrl = (await collector.prints(/Collecting at (\S+)/))[1]!
  })

  afterAll(() => collector.stop())

  it("observe-5: no byte of the traces, metrics and logs that reach a collector contains a secret", async () => {
    await using platform = await startEmulator({
      config: { allowUserApiKeys: true },
      payments: { items: { credits: { customerType: "custom" } } }
    })
    const secrets = new Set<string>([ada.email, ada.password, address])
    const fetch = async (url: string, init: RequestInit) => {
      collect(Object.fromEntries(new Headers(init.headers)), secrets)
      if (typeof init.body === "string" && init.body.startsWith("{")) collect(JSON.parse(init.body), secrets)
      const response = await globalThis.fetch(url, init)
      const text = await response.clone().text()
      if (text.startsWith("{")) collect(JSON.parse(text), secrets)
      return response
    }
    const project = { ...platform.project, fetch }
    const exported = layerMetrics().pipe(
      Layer.provideMerge(layerConventions()),
      Layer.provideMerge(Otlp.layerJson({ baseUrl, resource: { serviceName: "app" }, loggerExportInterval: "1 hour" })),
      Layer.provide(FetchHttpClient.layer)
    )
    const quick = RetryPolicy.layer(RetryPolicy.make({ attempts: 2, base: "10 millis" }))
    const client = Effect.gen(function*() {
      yield* flows.signUp.withPassword({ ...ada, verificationCallbackUrl: address })
      yield* Effect.ignore(flows.signIn.withPassword({ ...ada, password: "wrong-horse-canary" }))
      platform.faults.add({ endpoint: "users.getMe", times: 1, respond: "drop" })
      yield* flows.currentUser.get()
      platform.faults.add({ endpoint: "users.getMe", times: 1, respond: { type: "serverError", status: 500 } })
      yield* Effect.logWarning("a call failed", yield* Effect.flip(Users.getMe()))
      const { id: userId } = yield* Users.getMe()
      const key = yield* UserApiKeys.create({ userId, description: "canary", expiresAt: null })
      yield* Effect.logInfo("a key", key)
      yield* flows.signOut()
    })
    const server = Effect.gen(function*() {
      const credits = { customId: "acme", itemId: "credits" }
      yield* serverPayments.items.increase({ ...credits, by: 3 })
      const failing = Effect.andThen(
        Effect.sync(() => platform.faults.add({ endpoint: "items.updateQuantity", times: 1, respond: "drop" })),
        Effect.fail("failed")
      )
      yield* Effect.ignore(withCredits(credits, 1)(failing))
    })
    await Effect.runPromise(
      Effect.all([
        Effect.provide(client, Client.layer(project)),
        Effect.provide(server, Server.layer(project))
      ], { discard: true }).pipe(Effect.withSpan("run"), Effect.provide(Layer.provideMerge(quick, exported)))
    )
    const received = (await (await globalThis.fetch(`${baseUrl}/received`)).json() as ReadonlyArray<string>).join("\n")
    secrets.add("wrong-horse-canary")

    // the address, both passwords, the URL, three keys and both tokens
    assert.isAtLeast(secrets.size, 9)
    assert.deepStrictEqual([...secrets].filter((secret) => received.includes(secret)), [])
    assert.notMatch(received, /eyJ[\w-]{10}|pck_|ssk_|canary=/)
    for (const signal of ["resourceSpans", "resourceMetrics", "resourceLogs"]) assert.include(received, signal)
    for (const name of ["GET /users/me", "http.client.request.duration", "a call failed", "could not be given back"]) {
      assert.include(received, name)
    }
  })
})
