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

  it("tape-1: a tape keeps the parts of a response that the contract declares, and replaces the rest", () => {
    const id = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
    const response = {
      status: 200,
      headers: { "content-type": "application/json" },
      body: new TextEncoder().encode(JSON.stringify({
        id,
        display_name: "Ada",
        has_password: true,
        signed_up_at_millis: 1_790_000_000_000,
        restricted_reason: { type: "email_not_verified" },
        client_metadata: { theme: "dark", size: 12, owner: id, other: "1b2c4d5e-8f90-4123-8567-89abc5a3c9f0" },
        nickname: "Countess"
      }))
    }

    const [recorded] = conceal([{ ...exchange("GET", "/users/me"), response }]).exchanges

    assert.deepStrictEqual(recorded?.response?.body, {
      json: {
        id,
        display_name: "{{name:1}}",
        has_password: true,
        signed_up_at_millis: 1_790_000_000_000,
        restricted_reason: { type: "email_not_verified" },
        client_metadata: { theme: "{{theme:1}}", size: "{{size:1|number}}", owner: id, other: "{{other:1}}" },
        nickname: "{{nickname:1}}"
      }
    })
  })

  it("tape-1: a tape keeps only the names of the fields of an unknown endpoint", () => {
    const [recorded] = conceal([
      exchange("POST", "/new-things/users/4711?note=a%20note&limit=5", {
        kind: "a",
        access_token: "short",
        flag: false
      })
    ]).exchanges

    assert.deepStrictEqual(recorded?.request, {
      method: "POST",
      path: "/{{path:1}}/users/{{path:2}}",
      query: { "{{key:1}}": "{{text:1}}", limit: "{{limit:1}}" },
      headers: { "content-type": "application/json" },
      body: { json: { kind: "{{kind:1}}", access_token: "{{access_token:1}}", flag: false } }
    })
  })

  it("tape-1: a tape keeps the code of an error and the platform's fixed sentence, and no other text", () => {
    const errorWith = (code: string, error: string) => {
      const response = {
        status: 400,
        headers: { "content-type": "application/json", "x-stack-known-error": code },
        body: new TextEncoder().encode(JSON.stringify({ code, error }))
      }
      return conceal([{ ...exchange("POST", "/auth/passkey/initiate-passkey-registration", {}), response }])
        .exchanges[0]?.response?.body
    }

    assert.deepStrictEqual(errorWith("USER_NOT_FOUND", "User not found."), {
      json: { code: "USER_NOT_FOUND", error: "User not found." }
    })
    assert.deepStrictEqual(errorWith("USER_NOT_FOUND", "User Ada not found."), {
      json: { code: "USER_NOT_FOUND", error: "{{error:1}}" }
    })
    assert.deepStrictEqual(errorWith("ADA_NOT_FOUND", "Not found."), {
      json: { code: "{{code:1}}", error: "{{error:1}}" }
    })
  })

  it("tape-2: a tape keeps the fields that the caller lists, unless they contain a secret of the tape", () => {
    const body = (password: string) => ({
      client_metadata: { theme: "dark", note: "my hunter2x! note", pin: 739154 },
      password
    })
    const bodyOf = (password: string, ...keep: ReadonlyArray<string>) =>
      conceal([exchange("PATCH", "/users/me", body(password))], { keep }).exchanges[0]?.request.body
    const concealed = { theme: "{{theme:1}}", note: "{{note:1}}", pin: "{{pin:1|number}}" }

    assert.deepStrictEqual(bodyOf("another!", "clientMetadata.theme"), {
      json: { client_metadata: { ...concealed, theme: "dark" }, password: "{{password:1}}" }
    })
    assert.deepStrictEqual(bodyOf("another!", "users.updateMe.client_metadata"), {
      json: { client_metadata: body("").client_metadata, password: "{{password:1}}" }
    })
    assert.deepStrictEqual(bodyOf("hunter2x!", "clientMetadata", "password"), {
      json: { client_metadata: { ...body("").client_metadata, note: "{{note:1}}" }, password: "{{password:1}}" }
    })
    assert.deepStrictEqual(bodyOf("another!", "theme.clientMetadata", ""), {
      json: { client_metadata: concealed, password: "{{password:1}}" }
    })
  })

  it("tape-1: email addresses, names, pictures and IP addresses are replaced unless the tape keeps personal data", () => {
    const personal = {
      primary_email: "ada@example.com",
      display_name: "Ada Lovelace",
      profile_image_url: "https://pictures.example/ada.png",
      last_used_at_end_user_ip_info: { ip: "203.0.113.7", cityName: "London", latitude: 1 }
    }
    const bodyOf = (options?: Tape.ConcealOptions) =>
      conceal([exchange("POST", "/things", { ...personal, html: "<p>Hello Ada Lovelace.</p>" })], options)
        .exchanges[0]?.request.body

    assert.deepStrictEqual(bodyOf(), {
      json: {
        primary_email: "{{email:1}}",
        display_name: "{{name:1}}",
        profile_image_url: "{{picture:1}}",
        last_used_at_end_user_ip_info: { ip: "{{ip:1}}", cityName: "{{city:1}}", latitude: "{{latitude:1|number}}" },
        html: "{{html:1}}"
      }
    })
    assert.deepStrictEqual(bodyOf({ keepPersonalData: true }), { json: { ...personal, html: "{{html:1}}" } })
  })
})

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

describe("W1: strings that contain each other", () => {
  it("W1: addresses with a plus sign, in links, and in lower case are replaced as a whole", () => {
    const tape = conceal([
      exchange("POST", "/things", {
        email: "Ada+news@Example.com",
        link: "https://app.example/?to=eve%2Bx%40example.com"
      }),
      exchange("POST", "/things", { email: "ada+news@example.com" })
    ])

    assert.deepStrictEqual(tape.exchanges.map(({ request }) => request.body), [
      { json: { email: "{{email:1}}", link: "https://{{host:1}}/?to={{email:2|uri}}" } },
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

  it("W2: the stand-in for a sign-in code keeps its two parts, the code of the email and the nonce", () => {
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
