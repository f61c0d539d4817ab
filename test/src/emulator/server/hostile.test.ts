/** The emulator responds to hostile requests like the platform, and stays available. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as http from "node:http"
import { schemasOf } from "../../../../schemas/compiled/schemasOf.ts"
import type { Spec } from "../../../../schemas/Endpoint.ts"
import { wireName } from "../../../../schemas/wireNames.ts"
import { mounted } from "../../../../src/emulator/handlers/index.ts"
import { Emulator, type PortTaken, type Seed } from "../../../../src/emulator/index.ts"
import { runs } from "../../../support/suite/properties.ts"

const id = "33333333-3333-4333-8333-333333333333"
const seed: Seed = {
  features: ["agents"],
  config: { allowUserApiKeys: true, allowTeamApiKeys: true, createTeamOnSignUp: true },
  users: [{ email: "ann@example.com", password: "correct horse", id }]
}

const specs: ReadonlyArray<Spec> = mounted.map(({ spec }) => spec)

const resourceOf = ({ name }: Spec): string => name.split(".")[0]!

const takesJson = ({ body, credentials, method }: Spec): boolean =>
  body === "json" && credentials === "project" && method !== "GET"

const bodyNamesOf = (spec: Spec): ReadonlyArray<string> =>
  Object.entries(schemasOf(spec).input).map(([key, schema]) => wireName(key, schema))
    .filter((name) => !spec.pathNames.includes(name) && !spec.queryNames.includes(name))

/** One endpoint of each resource, if possible one with a body. */
const samples: ReadonlyArray<Spec> = [...new Set(specs.map(resourceOf))].map((resource) => {
  const own = specs.filter((spec) => resourceOf(spec) === resource)
  return own.find((spec) => takesJson(spec) && bodyNamesOf(spec).length > 0) ?? own[0]!
})

/** Endpoints that check every field of the body and reject unknown fields. */
const strict = samples.filter((spec) =>
  spec.unknownFields === "refused" && spec.method !== "GET" && bodyNamesOf(spec).length > 0
)

/** Valid values by field name. */
const usual: { readonly [name: string]: unknown } = {
  user_id: id,
  team_id: id,
  email: "bob@example.com",
  password: "battery staple",
  callback_url: "http://localhost/x",
  verification_callback_url: "http://localhost/x",
  code: "c".repeat(45),
  value: "bob@example.com",
  type: "email",
  used_for_auth: true,
  display_name: "Bob",
  description: "Laptop"
}

const pathOf = (spec: Spec): string =>
  `/api/v1${spec.path.replace(/\{(\w+)\}/g, (_, name: string) => String(usual[name] ?? id))}`

const headersOf = ({ project }: Emulator["Service"], accessToken?: string) => ({
  "x-stack-access-type": "admin",
  "x-stack-project-id": project.projectId,
  "x-stack-super-secret-admin-key": Redacted.value(project.superSecretAdminKey),
  ...(accessToken === undefined ? {} : { "x-stack-access-token": accessToken })
})

const signIn = (emulator: Emulator["Service"]) =>
  Effect.promise(async () => {
    const response = await emulator.fetch(
      new Request(`${emulator.baseUrl}/api/v1/auth/password/sign-in`, {
        method: "POST",
        headers: { ...headersOf(emulator), "content-type": "application/json" },
        body: JSON.stringify({ email: "ann@example.com", password: "correct horse" })
      })
    )
    return ((await response.json()) as { readonly access_token: string }).access_token
  })

interface Answer {
  readonly status: number
  readonly code: string | null
  readonly text: string
}

/** Sends a body in process. */
const send = (
  emulator: Emulator["Service"],
  spec: Spec,
  body: string,
  headers: { readonly [name: string]: string } = {}
): Effect.Effect<Answer> =>
  Effect.promise(async () => {
    const response = await emulator.fetch(
      new Request(`${emulator.baseUrl}${pathOf(spec)}`, {
        method: spec.method,
        headers: { ...headersOf(emulator), "content-type": "application/json", ...headers },
        body: spec.method === "GET" ? null : new TextEncoder().encode(body)
      })
    )
    return { status: response.status, code: response.headers.get("x-stack-known-error"), text: await response.text() }
  })

type Headers = { readonly [name: string]: string | ReadonlyArray<string> }

/** Sends a request over the port. If a header has several values, it is sent several times. */
const sendOver = (
  baseUrl: string,
  method: string,
  path: string,
  headers: Headers,
  body = ""
): Effect.Effect<Answer> =>
  Effect.callback((resume) => {
    const request = http.request(
      `${baseUrl}${path}`,
      { method, headers: headers as http.OutgoingHttpHeaders },
      (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => text += part)
        response.on("end", () =>
          resume(
            Effect.succeed({
              status: response.statusCode!,
              code: response.headers["x-stack-known-error"] as string ?? null,
              text
            })
          ))
      }
    )
    request.on("error", (error) => resume(Effect.die(error)))
    request.end(body)
  })

/**
 * Ways to send a body to an endpoint. Large bodies are sent to half of the endpoints in each way, because the size is
 * checked before an endpoint is selected.
 */
const ways: {
  readonly [way in "in process" | "over a port"]: {
    readonly large: ReadonlyArray<Spec>
    readonly layer: Layer.Layer<Emulator, PortTaken>
    readonly post: (emulator: Emulator["Service"], spec: Spec, body: string) => Effect.Effect<Answer>
  }
} = {
  "in process": { large: strict.filter((_, at) => at % 2 === 0), layer: Emulator.layer(seed), post: send },
  "over a port": {
    large: strict.filter((_, at) => at % 2 === 1),
    layer: Emulator.layerServe(seed),
    post: (emulator, spec, body) => {
      const headers = { ...headersOf(emulator), "content-type": "application/json" }
      return sendOver(emulator.baseUrl, spec.method, pathOf(spec), headers, body)
    }
  }
}

const tooLong = "The password has more than 71 bytes in UTF-8"

/** Messages of the requests for which the platform itself responds with 500. Any other 500 is a bug in the emulator. */
const deliberate: { readonly [endpoint: string]: string } = {
  // docs/platform.md §3: passwords of 72 bytes or more
  "password.set": tooLong,
  "password.signUp": tooLong,
  "users.create": tooLong,
  "users.update": tooLong,
  // recorded as "server sends for unknown team"
  "teamInvitations.sendCode": "There is no such team",
  // recorded for users as "server creates for unknown user"
  "teamApiKeys.create": "There is no such team",
  // docs/platform.md §15.3
  "emailDrafts.update": "The draft to change was not found",
  // docs/platform.md §23
  "analytics.query": "Queries over all branches are not available",
  // docs/platform.md §15.1
  "emailOutbox.list": "There is no status with this name"
}

/** Checks that the platform also sends the status and the error code of the response. */
const isForeseen = ({ code, status, text }: Answer, { name }: Pick<Spec, "name">, body = "") => {
  const what = `${name} ${body}`
  if (status === 500) {
    assert.isTrue(Object.hasOwn(deliberate, name) && text.startsWith(`${deliberate[name]}\n`), `${what} => ${text}`)
  }
  assert.isTrue(status >= 200 && status <= 500, what)
  if (code !== null) assert.strictEqual(JSON.parse(text).code, code, what)
}

const stillAnswers = (emulator: Emulator["Service"]) =>
  Effect.gen(function*() {
    const current = specs.find(({ name }) => name === "projects.getCurrent")!
    const users = specs.find(({ name }) => name === "users.list")!
    assert.deepStrictEqual(
      [(yield* send(emulator, current, "")).status, (yield* send(emulator, users, "")).status],
      [200, 200]
    )
    assert.isUndefined(({} as { polluted?: unknown }).polluted)
  })

const proto = "{\"__proto__\":{\"polluted\":true},\"constructor\":{\"prototype\":{\"polluted\":true}}}"

const hostileValues: ReadonlyArray<unknown> = [
  null,
  -1e308,
  "",
  "\u0000",
  "\udc00\ud800",
  "\u202eevil\u202c@example.com",
  "𝒳".repeat(35),
  "../../etc/passwd",
  "javascript:alert(1)",
  "__proto__",
  [],
  [[[{}]]],
  JSON.parse(proto),
  { toString: 1, valueOf: null, hasOwnProperty: "x", toJSON: {} }
]

describe("hostile requests", () => {
  it.effect.prop(
    "every endpoint responds to any JSON body",
    [Arbitrary.schema(Schema.Json)],
    ([json]) =>
      Effect.gen(function*() {
        const body = JSON.stringify(json)
        const emulator = yield* Emulator
        for (const spec of specs) {
          if (spec.name === "internalProjects.deleteCurrent") continue
          isForeseen(yield* send(emulator, spec, body), spec, body)
        }
        yield* stillAnswers(emulator)
      }).pipe(Effect.provide(Emulator.layer(seed))),
    // fewer than 200 runs, because each run sends a request to every endpoint of a new emulator, which takes 0.1 s
    { arbitrary: { runs: runs(10) } }
  )

  it.effect("every endpoint responds if any field has a hostile value", () =>
    Effect.gen(function*() {
      for (const spec of specs.filter((spec) => spec.method !== "GET" && bodyNamesOf(spec).length > 0)) {
        yield* Effect.gen(function*() {
          const emulator = yield* Emulator
          const token = yield* signIn(emulator)
          const names = bodyNamesOf(spec)
          const rest = Object.fromEntries(names.flatMap((name) => name in usual ? [[name, usual[name]]] : []))
          for (const name of names) {
            for (const value of hostileValues) {
              const body = JSON.stringify({ ...rest, [name]: value })
              isForeseen(yield* send(emulator, spec, body, { "x-stack-access-token": token }), spec, body)
            }
          }
          if (spec.name !== "internalProjects.deleteCurrent") yield* stillAnswers(emulator)
        }).pipe(Effect.provide(Emulator.layer(seed), { local: true }))
      }
    }), 120_000)

  for (const spec of strict) {
    it.effect(`the endpoint ${spec.name} rejects unknown keys and wrong types with a schema error, and unreadable bodies with a parsing error`, () =>
      Effect.gen(function*() {
        const emulator = yield* Emulator
        const [first] = bodyNamesOf(spec)
        const codeOf = (body: string, headers = {}) =>
          Effect.map(send(emulator, spec, body, headers), ({ code }) => code)

        for (const body of ["{\"unknown\":1}", proto, `{"${first}":{"a":[]},"unknown":0}`, "[]", "\"text\"", "null"]) {
          assert.strictEqual(yield* codeOf(body), "SCHEMA_ERROR", body)
        }
        for (const body of ["", "{", "{'a':1}", "\ufeff\u0000", "{\"a\":1}}", "NaN"]) {
          assert.strictEqual(yield* codeOf(body), "BODY_PARSING_ERROR", body)
        }
        for (const type of ["application/xml", "multipart/form-data; boundary=x", "json", "image/png"]) {
          assert.strictEqual(yield* codeOf("{}", { "content-type": type }), "BODY_PARSING_ERROR", type)
        }
        yield* stillAnswers(emulator)
      }).pipe(Effect.provide(Emulator.layer(seed))))
  }

  for (const [way, { large, layer, post }] of Object.entries(ways)) {
    it.live(
      `the emulator handles bodies with 10,000 levels, with 1 MB in one string, and of 4 MB, sent ${way}`,
      () =>
        Effect.gen(function*() {
          const emulator = yield* Emulator
          const fourMegabytes = `{"unknown":"${"x".repeat(4_000_000)}"}`
          const deep = ["[", "{\"a\":"].map((open) =>
            open.repeat(10_000) + "0" + (open === "[" ? "]" : "}").repeat(10_000)
          )
          const word = "\u202e\u0000é".repeat(170_000)
          for (const [at, spec] of large.entries()) {
            const answerTo = (body: string) => post(emulator, spec, body)

            if (at < 4) assert.strictEqual((yield* answerTo(fourMegabytes)).code, "SCHEMA_ERROR", spec.name)
            for (const body of deep) assert.strictEqual((yield* answerTo(body)).code, "BODY_PARSING_ERROR", spec.name)
            isForeseen(yield* answerTo(JSON.stringify({ [bodyNamesOf(spec)[0]!]: word })), spec)
          }
          yield* stillAnswers(emulator)
        }).pipe(Effect.provide(layer))
    )
  }

  it.live("J2: the emulator responds to health checks during an upload of 31 MB, which it then rejects with 413", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      const { port } = new URL(emulator.baseUrl)
      const headers = { ...headersOf(emulator), "content-type": "application/json", "content-length": 31_000_000 }
      const half = Buffer.alloc(15_500_000, "{\"a\":")
      const upload = http.request({ host: "127.0.0.1", port, method: "POST", path: "/api/v1/users", headers })
      const refused = Effect.callback<http.IncomingMessage>((resume) => {
        upload.once("response", (response) => resume(Effect.succeed(response)))
      })
      yield* Effect.callback<void>((resume) => void upload.write(half, () => resume(Effect.void)))

      const health = yield* sendOver(emulator.baseUrl, "GET", "/health", {})
      upload.end(half)
      const { headers: answered, statusCode } = yield* refused

      assert.deepStrictEqual([health.status, statusCode], [200, 413])
      assert.strictEqual(answered["access-control-allow-origin"], "*")
      yield* stillAnswers(emulator)
    }).pipe(Effect.provide(Emulator.layerServe(seed))))

  it.live("the emulator handles repeated, very long and malformed headers over a port", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      const headers = headersOf(emulator)
      const get = (more: Headers) =>
        sendOver(emulator.baseUrl, "GET", "/api/v1/projects/current", { ...headers, ...more })
      const several: ReadonlyArray<Headers> = [
        { "x-stack-access-type": ["client", "admin"] },
        { "x-stack-project-id": [headers["x-stack-project-id"], id] },
        { "x-stack-super-secret-admin-key": [headers["x-stack-super-secret-admin-key"], "other"] },
        { "x-stack-access-token": "x".repeat(8000) },
        { "x-stack-access-token": "é\u0080ÿ" },
        { "x-stack-admin-access-token": "a.b.c" },
        { "content-type": ["application/json", "text/plain"] }
      ]
      const codes = Effect.forEach(several, (more) => Effect.map(get(more), ({ code }) => code))

      assert.deepStrictEqual(yield* codes, [
        "INVALID_ACCESS_TYPE",
        "CURRENT_PROJECT_NOT_FOUND",
        "INVALID_SUPER_SECRET_ADMIN_KEY",
        "UNPARSABLE_ACCESS_TOKEN",
        "UNPARSABLE_ACCESS_TOKEN",
        "UNPARSABLE_ADMIN_ACCESS_TOKEN",
        null
      ])
      assert.strictEqual((yield* get({ "x-stack-branch-id": "__proto__" })).code, "BRANCH_DOES_NOT_EXIST")
      yield* stillAnswers(emulator)
    }).pipe(Effect.provide(Emulator.layerServe(seed))))

  it.live("the emulator handles malformed paths and queries over a port", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      const paths = [
        "/api/v1/users/%00",
        "/api/v1/users/%",
        "/api/v1/users/%ff%fe",
        "/api/v1/users/__proto__",
        "/api/v1/users/../../../etc/passwd",
        "/api/v1//users//",
        "/api/v1/users?__proto__=1",
        "/api/v1/users?query=%00%ED%A0%80&limit=1e3",
        `/api/v1/users?query=${"x".repeat(10_000)}`,
        "/api/v1/users?cursor=constructor",
        "//evil.example/api/v1/users",
        "/%2e%2e/health"
      ]
      for (const path of paths) {
        isForeseen(yield* sendOver(emulator.baseUrl, "GET", path, headersOf(emulator)), { name: path })
      }
      yield* stillAnswers(emulator)
    }).pipe(Effect.provide(Emulator.layerServe(seed))))
})
