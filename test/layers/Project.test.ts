import { assert, describe, it } from "@effect/vitest"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { layerConfig, Project } from "../../layers/Project.ts"
import { InvalidConfiguration } from "../../schemas/errors/index.ts"
import { projectId } from "../support/contract/project.ts"

describe("a project from the environment", () => {
  const projectFrom = (env: Record<string, string>) =>
    Effect.gen(function*() {
      return yield* Project
    }).pipe(
      Effect.provide(layerConfig()),
      Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
    )

  const names = {
    id: [
      "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID",
      "VITE_HEXCLAVE_PROJECT_ID",
      "HEXCLAVE_PROJECT_ID",
      "NEXT_PUBLIC_STACK_PROJECT_ID",
      "VITE_STACK_PROJECT_ID",
      "STACK_PROJECT_ID"
    ],
    publishableClientKey: [
      "NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY",
      "VITE_HEXCLAVE_PUBLISHABLE_CLIENT_KEY",
      "HEXCLAVE_PUBLISHABLE_CLIENT_KEY",
      "NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY",
      "VITE_STACK_PUBLISHABLE_CLIENT_KEY",
      "STACK_PUBLISHABLE_CLIENT_KEY"
    ],
    secretServerKey: ["HEXCLAVE_SECRET_SERVER_KEY", "STACK_SECRET_SERVER_KEY"],
    superSecretAdminKey: ["HEXCLAVE_SUPER_SECRET_ADMIN_KEY", "STACK_SUPER_SECRET_ADMIN_KEY"]
  } as const

  for (const key of ["publishableClientKey", "secretServerKey", "superSecretAdminKey"] as const) {
    it.effect(`the project from the environment reads ${key} from ${names[key].join(", then ")}`, () =>
      Effect.gen(function*() {
        const base = { STACK_PROJECT_ID: projectId }
        for (const [n, name] of names[key].entries()) {
          const env = Object.fromEntries(names[key].slice(n).map((each) => [each, each]))

          assert.strictEqual(Redacted.value((yield* projectFrom({ ...base, ...env }))[key]!), name)
        }
        assert.isUndefined((yield* projectFrom(base))[key])
      }))
  }

  it.effect(`the project from the environment reads the id from ${names.id.join(", then ")}`, () =>
    Effect.gen(function*() {
      for (const name of names.id) assert.strictEqual((yield* projectFrom({ [name]: projectId })).id, projectId)
    }))

  it.effect("the project from the environment uses the server's URL, else the common URL, else the hosted platform", () =>
    Effect.gen(function*() {
      const address = (env: Record<string, string>) =>
        Effect.map(projectFrom({ STACK_PROJECT_ID: projectId, ...env }), ({ apiUrl }) => new URL(apiUrl).hostname)
      const browser = { NEXT_PUBLIC_BROWSER_STACK_API_URL: "https://browser" }
      const server = { NEXT_PUBLIC_SERVER_STACK_API_URL: "https://server" }
      const both = { NEXT_PUBLIC_STACK_API_URL: "https://both" }
      const old = { NEXT_PUBLIC_STACK_URL: "https://old" }

      assert.strictEqual(yield* address({ ...browser, ...server, ...both, ...old }), "server")
      const later = { HEXCLAVE_API_URL_SERVER: "https://later" }
      assert.strictEqual(yield* address({ ...server, ...both, ...later }), "later")
      assert.strictEqual(yield* address({ ...browser, ...both, ...old }), "both")
      assert.strictEqual(yield* address({ ...browser, ...old }), "old")
      assert.strictEqual(yield* address(browser), "api.stack-auth.com")
    }))

  it.effect("the project from the environment fails with InvalidConfiguration if the id is missing", () =>
    Effect.gen(function*() {
      const error = yield* Effect.flip(projectFrom({}))

      assert.instanceOf(error, InvalidConfiguration)
      assert.include(error.message, "projectId is missing")
    }))

  it.effect("the project from the environment reads extra headers from a JSON object of strings and rejects anything else", () =>
    Effect.gen(function*() {
      const headers = (json: string) =>
        projectFrom({ STACK_PROJECT_ID: projectId, NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS: json })

      assert.deepStrictEqual((yield* headers("{\"X-Own\":\"yes\"}")).extraRequestHeaders, { "x-own": "yes" })
      for (const json of ["{", "[]", "[\"a\"]", "null", "7", "\"text\"", "{\"a\":1}"]) {
        const error = yield* Effect.flip(headers(json))
        assert.instanceOf(error, InvalidConfiguration, json)
        assert.include(error.message, "extraRequestHeaders is not a JSON object of strings")
        assert.include(error.message, "NEXT_PUBLIC_STACK_EXTRA_REQUEST_HEADERS")
      }
    }))
})
