import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import { ServerAccess } from "../../../../schemas/access.ts"
import {
  Authenticator,
  CurrentUser,
  InvalidConfiguration,
  layerHttp,
  RequireFresh,
  RequirePermission,
  type ResourceOptions
} from "../../../../src/backend/mcp/index.ts"

const authenticator = Layer.succeed(
  Authenticator,
  Authenticator.of({
    authenticate: () => Effect.die("authenticated"),
    sessionStartedAt: () => Effect.die("asked"),
    checkFreshness: () => Effect.die("asked"),
    holderOf: () => Effect.die("asked")
  })
)

const serverOf = (options: Partial<ResourceOptions>) =>
  layerHttp({ name: "Notes", version: "1.0.0", resource: "https://notes.example.com/mcp", ...options })

/** Builds a server, and returns the paths that it added to the router. */
const built = (options: Partial<ResourceOptions> & { readonly protocols?: never; readonly cacheHints?: object }) =>
  Effect.gen(function*() {
    const paths = new Set<string>()
    const router = yield* HttpRouter.make
    const watched: typeof router = {
      ...router,
      add: (method, path, ...others) => (paths.add(path), router.add(method, path, ...others))
    }
    const exit = yield* Effect.result(
      Layer.build(serverOf(options)).pipe(
        Effect.provide([Layer.succeed(HttpRouter.HttpRouter, watched), authenticator, HttpServer.layerServices])
      )
    )
    return { exit, paths: [...paths] }
  }).pipe(Effect.scoped)

const refused: ReadonlyArray<readonly [options: Parameters<typeof built>[0], setting: string, problem: RegExp]> = [
  [{ name: " " }, "name", /blank/],
  [{ resource: "" }, "resource", /blank/],
  [{ resource: "  " }, "resource", /blank/],
  [{ resource: undefined as never }, "resource", /blank/],
  [{ resource: 7 as never }, "resource", /blank/],
  [{ resource: "/mcp" }, "resource", /not an absolute URL/],
  [{ resource: "notes.example.com/mcp" }, "resource", /not an absolute URL/],
  [{ resource: "http://notes.example.com/mcp" }, "resource", /begins with http:/],
  [{ resource: "http://localhost.example.com/mcp" }, "resource", /begins with http:/],
  [{ resource: "ftp://localhost/mcp" }, "resource", /begins with ftp:/],
  [{ resource: new URL("file:///mcp") }, "resource", /begins with file:/],
  [{ resource: "https://ann:secret@notes.example.com/mcp" }, "resource", /credentials/],
  [{ resource: "https://notes.example.com/mcp#" }, "resource", /fragment/],
  [{ resource: "https://notes.example.com/mcp?team=1" }, "resource", /query/],
  [{ resource: "https://notes.example.com/:team/mcp" }, "resource", /router/],
  [{ path: "/*" }, "path", /router/],
  [{ path: "mcp" as never }, "path", /router/],
  [{ documentation: "docs" }, "documentation", /not an absolute URL/],
  [
    { authorizationServers: ["https://login.example.com", "http://login.example.com"] },
    "authorizationServers",
    /http:/
  ],
  [{ cacheHints: { tools: { ttl: "-1 minute", cacheScope: "private" } } }, "layerHttp", /cacheHints/]
]

describe("the settings of an MCP server", () => {
  it.effect.each(refused)(
    "mcp-7: the invalid options %o are rejected before anything is served",
    ([options, setting, problem]) =>
      Effect.gen(function*() {
        const { exit, paths } = yield* built(options)
        assert(exit._tag === "Failure")
        assert.instanceOf(exit.failure, InvalidConfiguration)
        assert.strictEqual(exit.failure.setting, setting)
        assert.match(exit.failure.problem, problem)
        assert.notInclude(exit.failure.message, "secret")
        if (setting !== "layerHttp") assert.deepStrictEqual(paths, [])
      })
  )

  it.effect("mcp-7: an MCP server accepts https on any host and http on this machine, and serves the path of the resource or another path", () =>
    Effect.gen(function*() {
      const wellKnown = "/.well-known/oauth-protected-resource"
      for (
        const [options, endpoint, ...metadata] of [
          [{}, "/mcp", `${wellKnown}/mcp`, wellKnown],
          [{ resource: "https://notes.example.com" }, "/", wellKnown],
          [{ resource: new URL("http://127.0.0.1:3000/a/mcp") }, "/a/mcp", `${wellKnown}/a/mcp`, wellKnown],
          [{ resource: "http://[::1]:3000/mcp", path: "/inside" }, "/inside", `${wellKnown}/mcp`, wellKnown]
        ] as const
      ) {
        const { exit, paths } = yield* built(options)
        assert.strictEqual(exit._tag, "Success")
        assert.sameMembers(paths, [endpoint, ...metadata])
      }
    }))

  it.effect("mcp-7: a path that the router already serves is rejected, and a second server without root metadata is accepted", () =>
    Effect.gen(function*() {
      const second = (path: string, metadataAtRoot: boolean) =>
        Layer.build(
          Layer.merge(serverOf({}), serverOf({ resource: `https://notes.example.com/${path}`, metadataAtRoot }))
        ).pipe(
          Effect.provide([
            Layer.effect(HttpRouter.HttpRouter, HttpRouter.make),
            authenticator,
            HttpServer.layerServices
          ]),
          Effect.scoped,
          Effect.result
        )
      for (const [path, atRoot] of [["other", true], ["mcp", false]] as const) {
        const refused = yield* second(path, atRoot)
        assert(refused._tag === "Failure")
        assert.instanceOf(refused.failure, InvalidConfiguration)
        assert.match(refused.failure.message, /already serves: \/.*metadataAtRoot/)
      }
      assert.strictEqual((yield* second("other", false))._tag, "Success")
    }))

  it.effect("mcp-7: RequireFresh and RequirePermission reject an invalid duration when their layers are built", () =>
    Effect.gen(function*() {
      const access = Layer.succeed(ServerAccess, {} as never)
      for (
        const layer of [
          RequireFresh("soon" as never).layer,
          RequireFresh("0 minutes").layer,
          Layer.provide(RequirePermission("read_all", { verdictsFor: "-1 minute" }).layer, access)
        ]
      ) {
        const error = yield* Layer.build(layer as Layer.Layer<never, InvalidConfiguration, Authenticator>).pipe(
          Effect.provide(authenticator),
          Effect.provideService(CurrentUser, {} as never),
          Effect.scoped,
          Effect.flip
        )
        assert.instanceOf(error, InvalidConfiguration)
      }
    }))
})
