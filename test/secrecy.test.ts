/** Secrets never appear in errors, logs, spans, metrics, consoles or promises. docs/laws.md P1–P3. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import * as util from "node:util"
import { afterAll, assert, beforeAll, describe, it, vi } from "vitest"
import { Diagnostics } from "../layers/call/Diagnostics.ts"
import * as Project from "../layers/call/Project.ts"
import { make, RetryPolicy } from "../layers/call/RetryPolicy.ts"
import { type Fetch, layerFetch } from "../layers/call/Transport.ts"
import { layerExplicit } from "../layers/session/TokenStore.ts"
import * as Admin from "../src/programs/Admin.ts"
import * as Client from "../src/programs/Client.ts"
import { makeAsync } from "../src/promise/makeAsync.ts"
import { createAuthenticator, verifyWebhook } from "../src/verify.ts"
import { bareInput, everyEndpoint, everyFlow, inputsOf, sendsNoRequest } from "./support/contract/everyCall.ts"
import { projectId } from "./support/contract/project.ts"
import { canaries, eavesdropper, printed, shownIn } from "./support/suite/canaries.ts"

const baseUrl = "http://api.localhost"
const options = { ...canaries, projectId, baseUrl }
const ear = eavesdropper()

/** One attempt and no health checks, because further requests would show nothing new. */
const atOnce = Layer.merge(
  Layer.succeed(RetryPolicy, make({ attempts: 1, perAttempt: "2 seconds" })),
  Layer.succeed(Diagnostics, [])
)

/** All levels in one layer, with a user's session. */
const everyLevel = (fetch: Fetch) =>
  Admin.layerNoProject().pipe(
    Layer.provideMerge(Client.layerNoProject({
      tokenStore: layerExplicit({
        accessToken: Redacted.make(canaries.accessToken),
        refreshToken: Redacted.make(canaries.refreshToken)
      })
    })),
    Layer.provideMerge(Project.layer(options)),
    Layer.provide(layerFetch({ fetch })),
    Layer.provideMerge(atOnce),
    Layer.provideMerge(ear.layer)
  )

/** Returns the request as text, which a response can repeat. */
const textOfRequest = (url: string, init: RequestInit): string =>
  [url, ...Object.entries(init.headers ?? {}).map((header) => header.join(": ")), String(init.body ?? "")].join("\n")

const known = (body: { readonly code: string; readonly [name: string]: unknown }) =>
  new Response(JSON.stringify(body), {
    headers: { "content-type": "application/json", "x-stack-known-error": body.code, "x-stack-actual-status": "400" }
  })

/** Converts a string to a header value: one line, in Latin-1. */
const inHeader = (requestText: string): string => requestText.replace(/[^\x20-\xff]+/g, " ").trim()

/** Converts a string to a host name. */
const asHost = (requestText: string): string => `${requestText.replace(/[^a-z\d._-]+/gi, "-")}.evil.example`

/** Responses that contain the request. */
const echoes: { readonly [name: string]: (requestText: string) => Response } = {
  "as plain text": (requestText) => new Response(requestText, { status: 400 }),
  "as a page": (requestText) =>
    new Response(`<html>${requestText}</html>`, { headers: { "content-type": "text/html" } }),
  "as a malformed success": (requestText) =>
    new Response(JSON.stringify({ [requestText]: requestText, items: [requestText] })),
  "as an error's message": (requestText) => known({ code: "USER_NOT_FOUND", error: requestText }),
  "as an error's details": (requestText) =>
    known({ code: "SCHEMA_ERROR", error: "no", details: { message: requestText } }),
  "as an unknown error": (requestText) => known({ code: "BRAND_NEW", error: requestText, details: { requestText } }),
  "as a request id": (requestText) =>
    new Response("no", { status: 500, headers: { "x-stack-request-id": inHeader(requestText) } }),
  "as a success's content type": (requestText) =>
    new Response("no", { headers: { "content-type": `text/${inHeader(requestText)}` } }),
  "as an error's code and status": (requestText) =>
    new Response(JSON.stringify({ code: requestText, error: "no" }), {
      status: 400,
      headers: {
        "x-stack-known-error": inHeader(requestText),
        "x-stack-actual-status": inHeader(requestText),
        date: inHeader(requestText)
      }
    }),
  "as a redirect's host": (requestText) =>
    new Response(null, { status: 307, headers: { location: `http://${asHost(requestText)}/` } }),
  "as a redirect's URL": (requestText) =>
    new Response(null, { status: 302, headers: { location: inHeader(requestText) } }),
  "as an error of fetch": (requestText) => {
    throw new TypeError(`fetch failed: ${requestText}`, { cause: new Error(requestText) })
  },
  "as the time to wait": (requestText) =>
    new Response("no", { status: 429, headers: { "retry-after": inHeader(requestText) } }),
  "as digits of the time to wait": (requestText) =>
    new Response("no", { status: 429, headers: { "retry-after": /\b\d{6}\b/.exec(requestText)?.[0] ?? "1" } })
}

const forSending = "headers for another request"
const wordsForPeople = "a message of the platform for people"

/**
 * Functions with results that may contain text from the platform, each with the reason. This doesn't apply to their
 * errors.
 */
const madeToBeShown: ReadonlyMap<string, string> = new Map([
  ["accessToken", forSending],
  ["authHeaders", forSending],
  ["authJson", forSending],
  ["authorizationHeader", forSending],
  ["credentialScanning.revoke", wordsForPeople],
  ["notificationPreferences.unsubscribe", wordsForPeople],
  ["oauth.authorize", "a redirect to the provider, which a browser follows"],
  ["oauth.callback", "the last page of a sign-in, for a browser"],
  ["platform.checkFeatureSupport", wordsForPeople]
])

const isRun = (
  result: unknown
): result is Effect.Effect<unknown, unknown, any> | Stream.Stream<unknown, unknown, any> =>
  Effect.isEffect(result) || Stream.isStream(result)

const consoles = ["log", "info", "warn", "error", "debug", "trace", "dir", "group", "table"] as const

beforeAll(() => {
  for (const each of consoles) {
    vi.spyOn(console, each).mockImplementation((...requestText: ReadonlyArray<unknown>) =>
      requestText.forEach(ear.collect)
    )
  }
})
afterAll(() => {
  vi.restoreAllMocks()
})

/** Returns a violation if a secret was printed since the previous call of this function. */
const shownBy = (name: string, search = shownIn): ReadonlyArray<string> =>
  search(ear.everything()).slice(0, 1).map((shown) => `${name} shows ${shown}`)

/** Runs a function and collects its output. If the function waits for a person, it is interrupted. */
const listenTo = async (
  runtime: ManagedRuntime.ManagedRuntime<any, any>,
  name: string,
  make: () => unknown
) => {
  let result: unknown
  try {
    result = make()
  } catch (thrown) {
    return ear.collect(thrown)
  }
  if (!isRun(result)) return madeToBeShown.has(name) ? undefined : ear.collect(result)
  const effect: Effect.Effect<unknown, unknown, any> = Stream.isStream(result)
    ? Stream.runCollect(Stream.take(result as Stream.Stream<unknown, unknown, any>, 2))
    : result as Effect.Effect<unknown, unknown, any>
  const exit = await runtime.runPromiseExit(Effect.timeoutOption(effect, "3 seconds") as Effect.Effect<unknown>)
  if (Exit.isFailure(exit) || !madeToBeShown.has(name)) ear.collectExit(exit)
}

/** Replaces every redacted secret with its plain text. */
const unwrapped = (value: unknown): any =>
  Redacted.isRedacted(value)
    ? Redacted.value(value)
    : Array.isArray(value)
    ? value.map(unwrapped)
    : typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, unwrapped(each)]))
    : value

type Way = (requestText: string) => Response

/** Whether the response is a 429, after which later requests would wait. */
const isWait = (how: string): boolean => how.includes("wait")

/** Responses to flows. A selection is enough, because flows and endpoints decode responses with the same code. */
const waysOfFlows = ["as plain text", "as an error's details", "as an error of fetch"] as const

/** A platform that repeats every request in its response. The test can change the kind of response. */
const giving = () => {
  const requested: Array<string> = []
  let echo: Way = () => new Response()
  const fetch: Fetch = async (url, init) => {
    const requestText = textOfRequest(url, init)
    requested.push(requestText)
    return echo(requestText)
  }
  return {
    fetch,
    /** Changes the kind of response, and returns the requests since the previous call. */
    next: (way: Way) => {
      echo = way
      return requested.splice(0).join("\n")
    }
  }
}

describe("P1: no secret is printed", () => {
  it("P1: no endpoint prints a secret, in whatever form the response repeats the request", async () => {
    const platform = giving()
    const shown: Array<string> = []
    const idle: Array<string> = []
    for (const { endpoint, input } of everyEndpoint) {
      const { name } = endpoint.spec
      let runtime = ManagedRuntime.make(everyLevel(platform.fetch))
      for (const [how, way] of Object.entries(echoes)) {
        if (isWait(how)) {
          await runtime.dispose()
          runtime = ManagedRuntime.make(everyLevel(platform.fetch))
        }
        platform.next(way)
        await listenTo(runtime, name, () => endpoint(input))
        const requested = platform.next(way)
        if (endpoint.spec.credentials === "project" && shownIn(requested).length === 0) idle.push(`${name} ${how}`)
        shown.push(...shownBy(`${name}, with the request ${how},`))
      }
      await runtime.dispose()
    }

    assert.deepStrictEqual(shown, [])
    assert.deepStrictEqual(idle, [], "these sent no secret")
  })

  it("P1: no endpoint prints a secret that is given as plain text", async () => {
    const platform = giving()
    const shown: Array<string> = []
    const sent: Array<string> = []
    const runtime = ManagedRuntime.make(everyLevel(platform.fetch))
    for (const { endpoint, input } of everyEndpoint) {
      const text = unwrapped(input)
      if (JSON.stringify(text) === JSON.stringify(input)) continue
      for (const how of waysOfFlows) {
        platform.next(echoes[how]!)
        await listenTo(runtime, endpoint.spec.name, () => endpoint(text))
        sent.push(platform.next(echoes[how]!))
        shown.push(...shownBy(`${endpoint.spec.name}, with the request ${how},`))
      }
    }
    await runtime.dispose()

    assert.deepStrictEqual(shown, [])
    assert.isAbove(sent.length, 60)
    assert.notInclude(sent, "")
  })

  it("P1: no flow that runs as an Effect prints a secret", async () => {
    const platform = giving()
    const shown: Array<string> = []
    const idle = new Set<string>()
    for (const { call, name } of everyFlow) {
      for (const how of waysOfFlows) {
        idle.add(name)
        platform.next(echoes[how]!)
        for (const input of inputsOf({ call, name })) {
          const runtime = ManagedRuntime.make(everyLevel(platform.fetch))
          await listenTo(runtime, name, () => call(...input))
          await runtime.dispose()
          shown.push(...shownBy(`${name}, with the request ${how},`))
          if (platform.next(echoes[how]!) === "") continue
          idle.delete(name)
          break
        }
      }
    }

    assert.deepStrictEqual(shown, [])
    assert.deepStrictEqual([...idle].filter((name) => !sendsNoRequest.test(name)), [], "these sent no requests")
  })

  it("P1: no rejected promise prints a secret", async () => {
    const platform = giving()
    const shown: Array<string> = []
    for (const flow of everyFlow) {
      for (const how of waysOfFlows) {
        platform.next(echoes[how]!)
        for (const input of [...inputsOf(flow).slice(0, 1), [bareInput]]) {
          await using facade = makeAsync({ call: flow.call as never }, everyLevel(platform.fetch) as never)
          const call = (facade as unknown as { readonly call: (...input: ReadonlyArray<unknown>) => any }).call
          const signal = AbortSignal.timeout(3000)
          try {
            const result = call(...input, { signal })
            const outcome = result instanceof Promise && "settled" in result
              ? await (result as unknown as { readonly settled: () => Promise<unknown> }).settled()
              : await result
            if (!madeToBeShown.has(flow.name)) ear.collect(outcome)
          } catch (thrown) {
            ear.collect(thrown)
          }
          shown.push(...shownBy(`${flow.name}, with the request ${how},`))
        }
      }
    }

    assert.deepStrictEqual(shown, [])
  })
})

describe("P1: the search for secrets", () => {
  it.for(Object.entries(canaries))(
    "the search for secrets finds the %s in an error, a log, a span and a console",
    async ([, secret]) => {
      const found = async (effect: Effect.Effect<unknown, unknown>) => {
        ear.collectExit(await Effect.runPromiseExit(Effect.provide(effect, ear.layer)))
        return shownBy("it").length
      }

      assert.strictEqual(await found(Effect.die(new Error("no", { cause: { secret } }))), 1)
      assert.strictEqual(await found(Effect.logDebug({ deep: { secret } })), 1)
      assert.strictEqual(await found(Effect.void.pipe(Effect.withSpan("s", { attributes: { secret } }))), 1)
      assert.strictEqual(await found(Effect.sync(() => console.debug("it is", secret))), 1)
      assert.strictEqual(await found(Effect.void), 0)
    }
  )
})

describe("P1: back ends", () => {
  const platform = giving()
  const authenticator = createAuthenticator({ ...options, fetch: platform.fetch })
  const header = (name: string, value: string) => ({ headers: new Headers({ [name]: value }) })
  const auth = JSON.stringify({ accessToken: canaries.accessToken, refreshToken: canaries.refreshToken })
  const cookies = `stack-access=${encodeURIComponent(JSON.stringify([canaries.refreshToken, canaries.accessToken]))}; `
    + `stack-refresh-${projectId}--default=${canaries.refreshToken}`

  it.for(Object.keys(echoes))(
    "P1: back ends print no credential of a request if the platform returns it %s",
    async (how) => {
      platform.next(echoes[how]!)
      for (
        const request of [
          header("authorization", `Bearer ${canaries.accessToken}`),
          header("authorization", `Bearer ${canaries.apiKey}`),
          header("x-api-key", canaries.apiKey),
          header("x-stack-auth", auth),
          header("x-stack-auth", auth.slice(0, -3)),
          header("cookie", cookies)
        ]
      ) {
        const { status, ...found } = await authenticator.authenticateRequest(request)

        // results contain redacted tokens
        ear.collect([status, found])
        if ("error" in found) ear.collect(found.error)
        assert.deepStrictEqual(shownBy(status), [])
      }
    }
  )

  it("P1: back ends print nothing of a rejected webhook", async () => {
    const secret = canaries.webhookSecret
    const body = JSON.stringify({ type: "user.created", data: { token: canaries.providerToken } })
    const headers = { "webhook-id": "m", "webhook-timestamp": "1", "webhook-signature": `v1,${canaries.apiKey}` }
    for (const given of [headers, {}, { ...headers, "webhook-timestamp": "never" }]) {
      const request = new Request("http://app.localhost/hook", { method: "POST", body, headers: given })

      ear.collect(
        await verifyWebhook(request, secret).then(() => assert.fail("the webhook was accepted"), (error) => error)
      )

      assert.deepStrictEqual(shownBy("verifyWebhook"), [])
    }
  })
})

describe("P2: a redacted secret", () => {
  const secret = Redacted.make(canaries.password)
  const copies: { readonly [how: string]: () => unknown } = {
    "itself": () => secret,
    "in a spread object": () => ({ ...{ secret } }),
    "spread": () => ({ ...(secret as object) }),
    "assigned": () => Object.assign({}, secret),
    "cloned": () => structuredClone({ ...(secret as object) }),
    "cloned in an object": () => {
      try {
        return structuredClone({ secret })
      } catch (thrown) {
        return thrown // functions can't be cloned
      }
    },
    "in JSON and back": () => JSON.parse(JSON.stringify({ secret })),
    "in a template": () => `${secret}`,
    "as entries": () => Object.entries(secret as object),
    "by its own keys": () => Reflect.ownKeys(secret as object).map((name) => (secret as any)[name]),
    "in an error": () => new Error("no", { cause: secret })
  }

  it.for(Object.keys(copies))("P2: a redacted secret prints nothing %s", (how) => {
    assert.deepStrictEqual(shownIn(printed(copies[how]!()) + util.format("%s %j", copies[how]!(), copies[how]!())), [])
  })
})
