import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as util from "node:util"
import * as Access from "../../../layers/access/access.ts"
import { make, Project, type ProjectOptions } from "../../../layers/call/Project.ts"
import { InvalidConfiguration } from "../../../schemas/errors/index.ts"
import { projectId } from "../../support/contract/project.ts"
import { scriptedTransport, silence } from "../../support/platform/scriptedTransport.ts"

const refusal = (options: object) =>
  Effect.map(Effect.flip(make(options as ProjectOptions)), (error) => {
    assert.instanceOf(error, InvalidConfiguration)
    return error
  })

describe("base URL of a project", () => {
  const accepted: ReadonlyArray<readonly [baseUrl: string | undefined, apiUrl: string]> = [
    [undefined, "https://api.stack-auth.com/api/v1"],
    ["https://auth.example", "https://auth.example/api/v1"],
    ["https://auth.example/", "https://auth.example/api/v1"],
    ["https://auth.example//", "https://auth.example/api/v1"],
    ["http://localhost:8102////", "http://localhost:8102/api/v1"],
    ["https://example.com/auth///", "https://example.com/auth/api/v1"],
    ["https://example.com//auth//", "https://example.com//auth/api/v1"],
    ["https://example.com/auth/", "https://example.com/auth/api/v1"],
    ["http://localhost:8102", "http://localhost:8102/api/v1"],
    ["  https://auth.example \n", "https://auth.example/api/v1"],
    ["HTTPS://AUTH.example", "https://auth.example/api/v1"],
    ["https://auth.example?", "https://auth.example/api/v1"]
  ]
  for (const [baseUrl, apiUrl] of accepted) {
    it.effect(`the URL of the API is ${apiUrl} if the base URL is ${baseUrl === undefined ? "left out" : JSON.stringify(baseUrl)}`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* make({ projectId, baseUrl })).apiUrl, apiUrl)
      }))
  }

  it.effect("the base URL can differ between browsers and servers", () =>
    Effect.gen(function*() {
      const baseUrl = { browser: "https://public.example", server: "http://internal.example" }
      const here = (yield* make({ projectId, baseUrl })).apiUrl
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => ["window", "document"].forEach((name) => delete globalThis[name as never]))
      )
      Object.assign(globalThis, { window: {}, document: {} })
      const there = (yield* make({ projectId, baseUrl })).apiUrl

      assert.deepStrictEqual([here, there], ["http://internal.example/api/v1", "https://public.example/api/v1"])
    }))

  const refused: ReadonlyArray<readonly [baseUrl: unknown, problem: string]> = [
    ["", "is empty"],
    [" ", "is empty"],
    [{}, "is empty"],
    ["auth.example", "is not a URL"],
    ["/api", "is not a URL"],
    ["https://", "is not a URL"],
    ["undefined", "is not a URL"],
    ["localhost:8102", "has the scheme localhost:"],
    ["ftp://auth.example", "has the scheme ftp:"],
    ["javascript:alert(1)", "has the scheme javascript:"],
    ["https://user:canary@auth.example", "has a user name or password"],
    ["https://auth.example?key=canary", "has a query or a fragment"],
    ["https://auth.example#canary", "has a query or a fragment"],
    ["https://auth.example/api/v1", "already ends in /api/v1"],
    ["https://auth.example/api/v1/", "already ends in /api/v1"]
  ]
  for (const [baseUrl, problem] of refused) {
    it.effect(`the base URL can't be ${JSON.stringify(baseUrl)}, which ${problem}`, () =>
      Effect.gen(function*() {
        const error = yield* refusal({ projectId, baseUrl })

        assert.deepStrictEqual([error.setting, error.problem], ["baseUrl", problem])
        assert.include(error.message, "Use a URL such as https://api.stack-auth.com")
        assert.notInclude(error.message, "canary")
      }))
  }
})

describe("id of a project", () => {
  for (const id of [projectId, projectId.toUpperCase(), "internal"]) {
    it.effect(`the project id can be ${id}`, () =>
      Effect.gen(function*() {
        assert.strictEqual((yield* make({ projectId: id })).id, id)
      }))
  }

  const refused: ReadonlyArray<readonly [id: unknown, problem: string]> = [
    [undefined, "is missing"],
    ["", "is missing"],
    [null, "is neither a UUID nor \"internal\""],
    ["undefined", "is neither a UUID nor \"internal\""],
    ["my-project", "is neither a UUID nor \"internal\""],
    [`${projectId} `, "is neither a UUID nor \"internal\""],
    [7, "is neither a UUID nor \"internal\""]
  ]
  for (const [id, problem] of refused) {
    it.effect(`the project id can't be ${JSON.stringify(id)}, which ${problem}`, () =>
      Effect.gen(function*() {
        const error = yield* refusal({ projectId: id })

        assert.strictEqual(
          error.message,
          `projectId ${problem}. Copy it from the project's settings on the platform's dashboard, or from what \`npx `
            + "latchkey emulator` prints, and set it as projectId, or in the environment as VITE_HEXCLAVE_PROJECT_ID."
        )
      }))
  }
})

describe("keys of a project", () => {
  const settings = ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const

  for (const setting of settings) {
    it.effect(`the key ${setting} can be text or redacted, and is always redacted in the project`, () =>
      Effect.gen(function*() {
        for (const given of ["canary", Redacted.make("canary")]) {
          const project = yield* make({ projectId, [setting]: given })

          assert.strictEqual(Redacted.value(project[setting]!), "canary")
          assert.notInclude(util.inspect(project) + JSON.stringify(project), "canary")
        }
      }))

    const refused: ReadonlyArray<readonly [key: unknown, problem: string]> = [
      ["", "is empty"],
      ["undefined", "is the text \"undefined\""],
      ["null", "is the text \"null\""],
      [null, "is not text"],
      [7, "is not text"],
      [Redacted.make(undefined), "is not text"],
      ["canary\n", "has characters that no header can carry, perhaps a line break at its end"],
      ["canary\u200b", "has characters that no header can carry, perhaps a line break at its end"]
    ]
    for (const [key, problem] of refused) {
      it.effect(`the key ${setting} is rejected, without being shown, if it ${problem}`, () =>
        Effect.gen(function*() {
          const error = yield* refusal({ projectId, [setting]: key })

          assert.deepStrictEqual([error.setting, error.problem], [setting, problem])
          assert.include(error.message, "KEY).")
          assert.notInclude(util.inspect(error) + JSON.stringify(error), "canary")
        }))
    }
  }

  const levels = [
    ["server", "secretServerKey", Access.layerServer()],
    ["admin", "superSecretAdminKey", Access.layerAdmin()]
  ] as const
  for (const [level, setting, layer] of levels) {
    it.effect(`the ${level}-level layer fails before any request if its keys are missing`, () =>
      Effect.gen(function*() {
        const transport = scriptedTransport(silence)
        const project = Layer.effect(Project, make({ projectId }))
        const error = yield* Effect.flip(Effect.scoped(Layer.build(
          (layer as Layer.Layer<unknown, InvalidConfiguration, Project>).pipe(
            Layer.provide(project),
            Layer.provide(transport.layer)
          )
        )))

        const name = level === "server" ? "SECRET_SERVER_KEY" : "SUPER_SECRET_ADMIN_KEY"
        assert.strictEqual(
          error.message,
          `${setting} is missing, and calls at ${level} level need it. Copy it from the project's settings on the `
            + `platform's dashboard, or from what \`npx latchkey emulator\` prints, and set it as ${setting}, or in the `
            + `environment as HEXCLAVE_${name}.`
        )
        assert.strictEqual(transport.requests.length, 0)
      }))
  }
})
