/** Default options of clients, servers and admins from environment variables. */
import * as Effect from "effect/Effect"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import { afterEach, assert, beforeEach, describe, it, vi } from "vitest"
import { layerConfig } from "../../../layers/Project.ts"
import { createAdmin, createClient, createServer } from "../../../src/promise/index.ts"
import { createAuthenticator } from "../../../src/verify.ts"
import { projectId } from "../../support/contract/project.ts"
import { scriptedFetch } from "../../support/platform/scriptedFetch.ts"

const another = "22222222-2222-4222-8222-222222222222"

const set = (variables: { readonly [name: string]: string }) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

/** Returns the URL and the headers of the first request with these options. */
const requestOf = async (
  create: typeof createClient | typeof createServer | typeof createAdmin,
  options: Parameters<typeof createClient>[0] & Parameters<typeof createAdmin>[0]
) => {
  const { calls, fetch } = scriptedFetch(() => Response.json({}))
  await using level = create({ ...options, fetch })
  const failure = await level.calls.projects.getCurrent().then(() => undefined, (error: Error) => error.message)
  const [call] = calls
  const header = (name: string) => new Headers(call?.init.headers).get(`x-stack-${name}`)
  return {
    failure,
    host: call && new URL(String(call.url)).hostname,
    id: header("project-id"),
    keys: ["publishable-client-key", "secret-server-key", "super-secret-admin-key"].map(header)
  }
}

const everything = {
  NEXT_PUBLIC_STACK_PROJECT_ID: projectId,
  NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: "pck_env",
  STACK_SECRET_SERVER_KEY: "ssk_env",
  STACK_SUPER_SECRET_ADMIN_KEY: "sak_env",
  NEXT_PUBLIC_STACK_API_URL: "https://env.test"
}

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/STACK|HEXCLAVE/.test(name)) vi.stubEnv(name, undefined)
})

afterEach(() => {
  vi.unstubAllEnvs()
})

describe("environment variables", () => {
  for (
    const [name, create, keys] of [
      ["createClient", createClient, ["pck_env", null, null]],
      ["createServer", createServer, ["pck_env", "ssk_env", null]],
      ["createAdmin", createAdmin, ["pck_env", "ssk_env", "sak_env"]]
    ] as const
  ) {
    it(`environment variables provide the project, the URL and the level's keys to ${name}`, async () => {
      set(everything)

      const { host, id, keys: sent } = await requestOf(create, {})

      assert.deepStrictEqual([host, id, sent], ["env.test", projectId, keys])
    })
  }

  it("explicit options override environment variables", async () => {
    set(everything)

    const { host, keys } = await requestOf(createServer, {
      projectId,
      secretServerKey: "ssk_own",
      baseUrl: "https://own.test"
    })

    assert.deepStrictEqual([host, keys], ["own.test", ["pck_env", "ssk_own", null]])
  })

  it("environment variables provide keys to an explicit project without keys", async () => {
    set({ STACK_SECRET_SERVER_KEY: "ssk_env" })

    assert.deepStrictEqual((await requestOf(createServer, { projectId })).keys, [null, "ssk_env", null])
  })

  it("environment variables provide nothing to a different project", async () => {
    set(everything)

    const { host, id, keys } = await requestOf(createServer, { projectId: another, secretServerKey: "ssk_own" })

    assert.deepStrictEqual([host, id, keys], ["api.stack-auth.com", another, [null, "ssk_own", null]])
  })

  it("environment variables don't replace an explicit empty key", async () => {
    set(everything)

    const { failure, host } = await requestOf(createServer, { secretServerKey: "" })

    assert.isUndefined(host)
    assert.match(failure!, /^secretServerKey is empty/)
  })

  it("a missing environment variable causes an error that names the variable", async () => {
    const { failure, host } = await requestOf(createClient, {})

    assert.isUndefined(host)
    assert.match(failure!, /^projectId is missing\. .*`npx latchkey emulator`/)
    // Vite runs the tests, so its variables are set
    assert.match(failure!, / in the environment as VITE_HEXCLAVE_PROJECT_ID\.$/)
  })

  it("a missing environment variable causes the same error in a client, a back end, a dashboard, an authenticator and a layer", async () => {
    const thrownBy = (create: () => unknown) => {
      try {
        create()
      } catch (error) {
        return (error as Error).message
      }
      return "nothing was thrown"
    }
    const messages = [
      (await requestOf(createClient, {})).failure,
      thrownBy(() => createServer()),
      thrownBy(() => createAdmin()),
      thrownBy(() => createAuthenticator()),
      await Effect.runPromise(
        Effect.provide(Effect.succeed(""), layerConfig()).pipe(
          Effect.catchTag("InvalidConfiguration", ({ message }) => Effect.succeed(message))
        )
      )
    ]

    assert.lengthOf(new Set(messages), 1)
    assert.match(messages[0]!, /^projectId is missing/)
  })

  it.each([
    ["next build", { NEXT_PHASE: "phase-production-build" }],
    ["the build script of package.json", { npm_lifecycle_event: "build" }]
  ])(
    "during %s, which lacks the app's environment, missing environment variables fail calls but not module imports",
    async (_, phase) => {
      set(phase)
      const authenticator = createAuthenticator()
      const messages = [createServer(), createAdmin()].map((level) => level.calls.projects.getCurrent())

      for (const call of [...messages, authenticator.authenticateRequest({ headers: {} })]) {
        assert.match(await call.then(() => "", (error: Error) => error.message), /^projectId is missing/)
      }
    }
  )

  it("environment variables provide the project, the URL and the server's key to createAuthenticator", async () => {
    const { calls, fetch } = scriptedFetch(() => Response.json({ items: [] }))
    set(everything)
    await using authenticator = createAuthenticator({ fetch })

    await authenticator.authenticateRequest({ headers: { "x-api-key": `sk_${"0".repeat(90)}` } })

    const headers = new Headers(calls[0]!.init.headers)
    assert.strictEqual(new URL(String(calls[0]!.url)).hostname, "env.test")
    assert.deepStrictEqual(
      ["project-id", "secret-server-key", "super-secret-admin-key"].map((name) => headers.get(`x-stack-${name}`)),
      [projectId, "ssk_env", null]
    )
  })

  it("environment variables provide extra headers", async () => {
    set({ ...everything, STACK_EXTRA_REQUEST_HEADERS: "{\"x-own\":\"yes\"}" })
    const { calls, fetch } = scriptedFetch(() => Response.json({}))
    await using client = createClient({ fetch })

    await client.calls.projects.getCurrent().catch(() => {})

    assert.strictEqual(new Headers(calls[0]!.init.headers).get("x-own"), "yes")
  })

  it("on a server, environment variables may omit the public prefix, and the current name is read before the older one", async () => {
    set({ STACK_PROJECT_ID: another, HEXCLAVE_PROJECT_ID: projectId, HEXCLAVE_PUBLISHABLE_CLIENT_KEY: "pck_new" })
    set({
      STACK_PUBLISHABLE_CLIENT_KEY: "pck_old",
      HEXCLAVE_API_URL: "https://new.test",
      STACK_API_URL: "https://old.test"
    })
    set({ HEXCLAVE_SECRET_SERVER_KEY: "ssk_new", STACK_SECRET_SERVER_KEY: "ssk_old" })

    const { host, id, keys } = await requestOf(createServer, {})

    assert.deepStrictEqual([host, id, keys], ["new.test", projectId, ["pck_new", "ssk_new", null]])
  })

  it("environment variables are read under the names that Vite requires, as well as those that Next.js requires", async () => {
    set({ VITE_HEXCLAVE_PROJECT_ID: projectId, VITE_STACK_API_URL: "https://vite.test" })

    const { host, id } = await requestOf(createClient, {})

    assert.deepStrictEqual([host, id], ["vite.test", projectId])
  })

  describe("missing setting", () => {
    /**
     * Returns the names that the messages about a missing project id and server key contain, in a script that was
     * bundled with these constants.
     */
    const messages = async (define: { readonly [name: string]: string }, surroundings = {}) => {
      const { outputFiles } = await build({
        stdin: {
          contents: `
import { whereToGet } from "./environment.ts"
export default ["projectId", "secretServerKey"].map((setting) => whereToGet(setting).split(" ").at(-1))`,
          resolveDir: fileURLToPath(new URL("../../../layers/environment", import.meta.url)),
          loader: "ts"
        },
        bundle: true,
        write: false,
        format: "iife",
        globalName: "script",
        define,
        logLevel: "silent"
      })
      for (const [name, value] of Object.entries(surroundings)) vi.stubGlobal(name, value)
      const names = new Function("process", `${outputFiles[0]!.text}return script.default`)(undefined)
      vi.unstubAllGlobals()
      return names
    }

    it.each([
      ["by Vite", { "import.meta.env": "{\"MODE\":\"development\"}" }, "VITE_HEXCLAVE_PROJECT_ID."],
      ["for a page by Next.js", { "process.env.NEXT_RUNTIME": "\"\"" }, "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID."],
      ["for a server by Next.js", { "process.env.NEXT_RUNTIME": "\"nodejs\"" }, "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID."],
      ["for a server", {}, "HEXCLAVE_PROJECT_ID."]
    ])(
      "the error for a missing setting names the variable that is read if the code is bundled %s",
      async (_, define, name) => {
        assert.deepStrictEqual(await messages(define), [name, "HEXCLAVE_SECRET_SERVER_KEY."])
      }
    )

    it("if the bundler is unknown, the error for a missing setting on a page names the variable for Next.js", async () => {
      assert.deepStrictEqual(await messages({}, { window: {}, document: {} }), [
        "NEXT_PUBLIC_HEXCLAVE_PROJECT_ID.",
        "HEXCLAVE_SECRET_SERVER_KEY."
      ])
    })
  })

  describe("environment variables inlined by a bundler, without process", () => {
    /** Returns the settings of a page after a bundler has inlined these variables. */
    const pageOf = async (variables: { readonly [name: string]: string }) => {
      const { outputFiles } = await build({
        stdin: {
          contents: `
import * as Effect from "effect/Effect"
import { Project } from "./Project.ts"
import { layerProject } from "./projectDefaults.ts"
const { apiUrl, id, publishableClientKey: key } = Effect.runSync(Effect.provide(Project, layerProject({})))
export default [apiUrl, id, key !== undefined]`,
          resolveDir: fileURLToPath(new URL("../../../layers/call", import.meta.url)),
          loader: "ts"
        },
        bundle: true,
        write: false,
        format: "iife",
        globalName: "page",
        define: Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])
        )
      })
      return new Function("process", `${outputFiles[0]!.text}return page.default`)(undefined)
    }

    for (const brand of ["HEXCLAVE", "STACK"]) {
      it(`environment variables with ${brand} in their names are read if a bundler inlined them`, async () => {
        const page = await pageOf({
          [`NEXT_PUBLIC_${brand}_PROJECT_ID`]: projectId,
          [`NEXT_PUBLIC_${brand}_PUBLISHABLE_CLIENT_KEY`]: "pck_env",
          [`NEXT_PUBLIC_${brand}_API_URL`]: "https://env.test"
        })

        assert.deepStrictEqual(page, ["https://env.test/api/v1", projectId, true])
      })
    }

    it("if a bundler inlined environment variables, the current name of a variable takes precedence over its older name", async () => {
      const page = await pageOf({
        NEXT_PUBLIC_STACK_PROJECT_ID: another,
        NEXT_PUBLIC_HEXCLAVE_PROJECT_ID: projectId,
        NEXT_PUBLIC_STACK_API_URL: "https://old.test",
        NEXT_PUBLIC_HEXCLAVE_API_URL: "https://new.test"
      })

      assert.deepStrictEqual(page, ["https://new.test/api/v1", projectId, false])
    })
  })
})
