/** Tapes contain no secrets and no personal data. docs/laws.md W1, W2. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Diagnostics } from "../../../../layers/call/Diagnostics.ts"
import * as Project from "../../../../layers/call/Project.ts"
import { make, RetryPolicy } from "../../../../layers/call/RetryPolicy.ts"
import { type Fetch, layerFetch } from "../../../../layers/call/Transport.ts"
import { layerExplicit } from "../../../../layers/session/TokenStore.ts"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import * as Admin from "../../../../src/programs/Admin.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { conceal } from "../../../../src/testing/tape/conceal.ts"
import { everyEndpoint } from "../../../support/contract/everyCall.ts"
import { projectId } from "../../../support/contract/project.ts"
import { canaries, shownIn } from "../../../support/suite/canaries.ts"
import { runs } from "../../../support/suite/properties.ts"

const everyLevel = (fetch: Fetch, recording: Tape.Recording) =>
  Admin.layerNoProject().pipe(
    Layer.provideMerge(Client.layerNoProject({
      tokenStore: layerExplicit({
        accessToken: Redacted.make(canaries.accessToken),
        refreshToken: Redacted.make(canaries.refreshToken)
      })
    })),
    Layer.provideMerge(Project.layer({ ...canaries, projectId, baseUrl: "http://api.localhost" })),
    Layer.provide(recording.layer),
    Layer.provide(layerFetch({ fetch })),
    Layer.provideMerge(Layer.succeed(RetryPolicy, make({ attempts: 1, perAttempt: "2 seconds" }))),
    Layer.provideMerge(Layer.succeed(Diagnostics, []))
  )

const textOf = (url: string, init: RequestInit): string =>
  [url, ...Object.entries(init.headers ?? {}).map((header) => header.join(": ")), String(init.body ?? "")].join("\n")

const json = (body: unknown, headers = {}) =>
  new Response(JSON.stringify(body), { headers: { "content-type": "application/json", ...headers } })

const echoes: { readonly [how: string]: (text: string) => Response } = {
  "as a page": (text) => new Response(`<html>${text}</html>`, { headers: { "content-type": "text/html" } }),
  "as names, values and headers": (text) => {
    const line = text.replace(/[^\x20-\xff]+/g, " ").trim()
    return json(
      { [text]: text, items: [text], nested: JSON.stringify({ text }) },
      { "x-stack-request-id": line, "content-type": `application/json; ${line}`, "retry-after": line }
    )
  },
  "as an error": (text) =>
    json({ code: "SCHEMA_ERROR", error: text, details: { message: text } }, { "x-stack-known-error": "SCHEMA_ERROR" }),
  "as bytes": (text) => new Response(Uint8Array.from([255, ...new TextEncoder().encode(text)])),
  "as an error of fetch": (text) => {
    throw new TypeError(`fetch failed: ${text}`)
  }
}

describe("W1: a tape contains no secrets", () => {
  it("W1: no secret of any endpoint reaches a tape or its test, however the response repeats the request", async () => {
    const shown: Array<string> = []
    let sent = 0
    for (const [how, echo] of Object.entries(echoes)) {
      const recording = Tape.record()
      const runtime = ManagedRuntime.make(everyLevel(async (url, init) => echo(textOf(url, init)), recording))
      for (const { endpoint, input } of everyEndpoint) {
        recording.clear()
        await runtime.runPromise(Effect.exit(endpoint(input) as Effect.Effect<unknown>))
        const tape = recording.tape()
        sent += tape.exchanges.length
        // the test contains the tape
        const source = Tape.toTest(tape)
        shown.push(...shownIn(source).slice(0, 1).map((it) => `${endpoint.spec.name} ${how}: ${it}`))
        assert.doesNotThrow(() => new Function(source.replace(/^import .*$/gm, "")), undefined, source)
      }
      await runtime.dispose()
    }

    assert.deepStrictEqual(shown, [])
    assert.isAbove(sent, everyEndpoint.length * 4)
  })

  it("W1: a tape replaces a secret even where it first occurs as part of a text", () => {
    const [early, late] = [
      exchange("GET", "/things?note=my%20hunter2x!%20note"),
      exchange("POST", "/auth/password/sign-in", {
        email: "ada@example.com",
        password: "hunter2x!"
      })
    ]

    const tape = conceal([early, late])

    assert.deepStrictEqual(tape.exchanges[0]?.request.query, { note: "my {{password:1}} note" })
  })

  it("W1: long random texts of unknown endpoints are replaced, and names and ids are kept", () => {
    const id = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
    const [recorded] = conceal([
      exchange("POST", "/new-things", {
        id,
        kind: "email_password_mismatch_error_of_sign_in",
        proof: "a1".repeat(20),
        key: "aB3+".repeat(10),
        access_token: "short"
      })
    ]).exchanges

    assert.deepStrictEqual(recorded?.request.body, {
      json: {
        id,
        kind: "email_password_mismatch_error_of_sign_in",
        proof: "{{secret:1}}",
        key: "{{secret:2}}",
        access_token: "{{access_token:1}}"
      }
    })
  })

  it("W1: a tape keeps the code of an error even if the endpoint's successful response has a secret code", () => {
    const error = { code: "PASSKEY_AUTHENTICATION_NOT_ENABLED", error: "Passkeys are off." }
    const response = {
      status: 400,
      headers: { "content-type": "application/json", "x-stack-known-error": error.code },
      body: new TextEncoder().encode(JSON.stringify(error))
    }

    const [recorded] =
      conceal([{ ...exchange("POST", "/auth/passkey/initiate-passkey-registration", {}), response }]).exchanges

    assert.deepStrictEqual(recorded?.response?.body, { json: error })
  })

  it("W1: email addresses, names, pictures and IP addresses are replaced unless the tape keeps personal data", () => {
    const personal = {
      primary_email: "ada@example.com",
      display_name: "Ada Lovelace",
      profile_image_url: "https://pictures.example/ada.png",
      last_used_at_end_user_ip_info: { ip: "203.0.113.7", cityName: "London", latitude: 51.5 },
      html: "<p>Hello Ada Lovelace, your address is ada@example.com.</p>"
    }
    const bodyOf = (options?: Tape.ConcealOptions) =>
      conceal([exchange("POST", "/things", personal)], options).exchanges[0]?.request.body

    assert.deepStrictEqual(bodyOf(), {
      json: {
        primary_email: "{{email:1}}",
        display_name: "{{name:1}}",
        profile_image_url: "{{picture:1}}",
        last_used_at_end_user_ip_info: { ip: "{{ip:1}}", cityName: "{{city:1}}", latitude: 0 },
        html: "<p>Hello {{name:1}}, your address is {{email:1}}.</p>"
      }
    })
    assert.deepStrictEqual(bodyOf({ keepPersonalData: true }), { json: personal })
  })
})

/** Texts in which a secret may occur. */
const around: ReadonlyArray<(secret: string) => unknown> = [
  (secret) => secret,
  (secret) => `You typed ${secret}. Is that right?`,
  (secret) => ({ [secret]: true, list: [`x=${secret}`] }),
  (secret) => JSON.stringify({ quoted: secret }),
  (secret) => `https://app.example/?next=${encodeURIComponent(secret)}`,
  (secret) =>
    `<p title="${secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\"", "&quot;")}">Hello</p>`
]

/** Secrets that aren't ordinary words or numbers. */
const AnySecret = Schema.String.check(
  Schema.isMinLength(6),
  Schema.isMaxLength(30),
  Schema.makeFilter((text: string) => /[^a-z\d\s]/i.test(text) && !/\p{Surrogate}/u.test(text))
)

const exchange = (method: string, path: string, body?: object) => ({
  at: 0,
  request: {
    method,
    url: `https://api.test/api/v1${path}`,
    headers: { "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body)
  },
  endedAt: 0,
  response: undefined,
  failure: undefined
})

describe("W1: a secret inside other texts", () => {
  it.effect.prop(
    "W1: a secret is replaced wherever it occurs, before and after the request that shows that it is one",
    { secret: AnySecret },
    ({ secret }) =>
      Effect.sync(() => {
        const echoes = around.map((text) => exchange("POST", "/things", { text: text(secret) }))
        const signIn = exchange("POST", "/auth/password/sign-in", { email: "ada@example.com", password: secret })

        const tape = conceal([...echoes, signIn, ...echoes], { keepPersonalData: true })

        const everything = JSON.stringify(tape.exchanges.map(({ request }) => request.body))
        assert.notInclude(everything, JSON.stringify(secret).slice(1, -1))
        assert.isAbove(everything.split("{{password:1").length, 2 * around.length + 1)
      }),
    { arbitrary: { runs: runs(300) } }
  )

  it("W1: addresses with a plus sign, in links, and in lower case are replaced as a whole", () => {
    const tape = conceal([
      exchange("POST", "/things", {
        email: "Ada+news@Example.com",
        link: "https://app.example/?to=eve%2Bx%40example.com"
      }),
      exchange("POST", "/things", { email: "ada+news@example.com" })
    ])

    assert.deepStrictEqual(tape.exchanges.map(({ request }) => request.body), [
      { json: { email: "{{email:1}}", link: "https://app.example/?to={{email:2|uri}}" } },
      { json: { email: "{{email:1|lower}}" } }
    ])
  })
})

const Passwords = Schema.Array(Schema.String.check(Schema.isMinLength(1))).check(Schema.isMaxLength(5))

describe("W2: stand-ins", () => {
  it.effect.prop(
    "W2: equal secrets have the same placeholder, and different secrets have different stand-ins",
    { passwords: Passwords },
    ({ passwords }) =>
      Effect.sync(() => {
        const sent = passwords.map((password) =>
          exchange("POST", "/auth/password/sign-in", { email: "ada@example.com", password })
        )
        const tape = conceal(sent)
        const placeholders = tape.exchanges.map(({ request: { body } }) =>
          (body as { readonly json: { readonly password: string } }).json.password
        )

        const byPassword = new Map(passwords.map((password, at) => [password, placeholders[at]]))

        assert.deepStrictEqual(placeholders, passwords.map((password) => byPassword.get(password)))
        assert.strictEqual(new Set(placeholders).size, new Set(passwords).size)
        assert.deepStrictEqual(conceal(sent), tape)
        assert.deepStrictEqual(Tape.parse(Tape.stringify(tape)), tape)
      }),
    { arbitrary: { runs: runs(200) } }
  )

  it("W2: the stand-in of a sign-in code keeps its two parts, the code of the email and the nonce", () => {
    const nonce = "n1".repeat(20).slice(0, 39)
    const first = {
      ...exchange("POST", "/auth/otp/send-sign-in-code", {
        email: "ada@example.com",
        callback_url: "http://localhost:3000"
      }),
      response: {
        status: 200,
        headers: { "content-type": "application/json" },
        body: new TextEncoder().encode(JSON.stringify({ nonce }))
      }
    }

    const tape = conceal([first, exchange("POST", "/auth/otp/sign-in", { code: `ABC123${nonce}` })])

    assert.deepStrictEqual(tape.exchanges[1]?.request.body, { json: { code: "{{code:1}}{{nonce:1}}" } })
    assert.strictEqual(tape.exchanges[1]?.endpoint, Otp.signIn.spec.name)
  })
})
