/** What `latchkey watch` finds, sends and prints. The platform is an emulator whose responses a transport changes. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { mkdirSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { onTestFinished } from "vitest"
import { type Project, Transport, type WireRequest, type WireResponse } from "../../../../layers/call/index.ts"
import { endpoints } from "../../../../schemas/catalogue.ts"
import type { AnyEndpoint } from "../../../../schemas/Endpoint.ts"
import { check, type Checked, type Use, usesIn } from "../../../../src/cli/watch/index.ts"
import { Emulator, startEmulator } from "../../../../src/emulator/index.ts"
import { createServer } from "../../../../src/promise/index.ts"
import { Tape } from "../../../../src/testing/index.ts"
import { whenDone } from "../../../support/platform/transports.ts"
import { commandIn, linesOf } from "../../../support/processes/command.ts"
import { runs } from "../../../support/suite/properties.ts"

const useOf = (endpoint: AnyEndpoint): Use => ({ endpoint, level: endpoint.spec.access, fields: [] })
const named = (name: string) => endpoints.find(({ spec }) => spec.name === name)!
const all = endpoints.map(useOf)

const json = (response: WireResponse) => JSON.parse(new TextDecoder().decode(response.body))
const withJson = (response: WireResponse, value: unknown): WireResponse => ({
  ...response,
  body: new TextEncoder().encode(JSON.stringify(value))
})
const text = (status: number, body = ""): WireResponse => ({
  status,
  headers: { get: (name) => name === "content-type" ? "text/plain" : null },
  body: new TextEncoder().encode(body)
})

const routes = [...new Set(endpoints.map(({ spec }) => `${spec.method} ${spec.path}`))]
const fieldsIn = (route: string): number => route.split("{").length

/** Returns the route of a request: the matching route with the fewest fields. */
const routeOf = ({ method, url }: WireRequest): string | undefined =>
  routes.filter((route) =>
    new RegExp(`^${route.replaceAll(/[.$]/g, "\\$&").replaceAll(/\{\w+\}/g, "[^/]+")}$`)
      .test(`${method} ${new URL(url).pathname.replace(/^\/api\/v1\/?/, "/")}`)
  ).toSorted((a, b) => fieldsIn(a) - fieldsIn(b))[0]

type Change = (request: WireRequest, response: WireResponse) => WireResponse
const unchanged: Change = (_, response) => response

/** An emulator with a user and a team. `sent` receives every request; `change` changes its response. */
const platform = (
  change: Change = unchanged,
  sent: Array<WireRequest> = []
): Layer.Layer<Emulator | Transport | Project> =>
  Layer.effect(
    Transport,
    Effect.map(Transport, ({ send }) => ({
      send: (request) => {
        sent.push(request)
        return Effect.map(send(request), (response) => change(request, response))
      }
    }))
  ).pipe(
    Layer.provideMerge(Emulator.layerProject()),
    Layer.provideMerge(
      Emulator.layer({ features: ["agents"], users: [{ email: "ada@example.com", displayName: "Ada" }] })
    )
  )

const checked = (uses: ReadonlyArray<Use>, change?: Change, sent?: Array<WireRequest>) =>
  Effect.map(
    Effect.provide(check(uses), platform(change, sent), { local: true }),
    (found) => Object.fromEntries(found.map((each) => [each.endpoint, each])) as { readonly [name: string]: Checked }
  )

describe("latchkey watch, with the whole contract", () => {
  it.effect("watch-1: a check sends only GETs, and requests without credentials that no route accepts", () =>
    Effect.gen(function*() {
      const sent: Array<WireRequest> = []
      const secrets = yield* Effect.gen(function*() {
        const emulator = yield* Emulator
        const stored = Effect.promise(async () => JSON.stringify(JSON.parse(await emulator.state.save()).store))
        const before = yield* stored
        yield* check(all)
        assert.isTrue(before === (yield* stored))
        const { publishableClientKey, secretServerKey, superSecretAdminKey } = emulator.project
        return [publishableClientKey, secretServerKey, superSecretAdminKey].map(Redacted.value)
      }).pipe(Effect.provide(platform(unchanged, sent)))

      for (const { body, headers, method } of sent) {
        const values = Object.values(headers)
        if (method === "GET") continue
        assert.isUndefined(body)
        assert.strictEqual(headers["content-type"], "application/json")
        for (const secret of secrets) assert.notInclude(values, secret)
      }
      assert.isTrue(sent.some(({ headers }) => Object.values(headers).includes(secrets[2]!)))
    }))

  it.effect("watch-2: every endpoint of the contract exists on the emulator, except the one that the platform lacks", () =>
    Effect.gen(function*() {
      const found = Object.values(yield* checked(all))

      assert.deepStrictEqual(found.filter(({ state }) => state === "gone").map(({ endpoint }) => endpoint), [
        "teamPermissionDefinitions.get"
      ])
      assert.deepStrictEqual(found.filter(({ state }) => !["gone", "present", "same"].includes(state)), [])
      for (const name of ["users.list", "users.get", "projects.getCurrent", "platform.getJwks"]) {
        assert.strictEqual(found.find(({ endpoint }) => endpoint === name)?.state, "same", name)
      }
    }))

  it.effect.prop(
    "watch-2: latchkey watch reports exactly the routes that a platform has lost, whatever status and text the platform sends",
    {
      lost: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: endpoints.length - 1 }))),
      status: Schema.Literals([404, 405]),
      body: Schema.Literals(["", "404 Not Found", "<html>not here</html>", "{}"])
    },
    ({ body, lost, status }) =>
      Effect.gen(function*() {
        const uses = all.filter(({ endpoint: { spec } }) => spec.name !== "teamPermissionDefinitions.get")
        const gone = new Set(lost.map((at) => endpoints[at]!.spec).map(({ method, path }) => `${method} ${path}`))
        const isLost: Change = (request, response) => gone.has(routeOf(request) ?? "") ? text(status, body) : response

        const found = yield* checked(uses, isLost)

        for (const { endpoint, method, path, state } of Object.values(found)) {
          assert.strictEqual(state === "gone", gone.has(`${method} ${path}`), endpoint)
        }
      }),
    { arbitrary: { runs: runs(3) } }
  )
})

/** Records what a program does at server level, and returns what it used. */
const recorded = (
  program: (server: ReturnType<typeof createServer>) => Promise<unknown>,
  options?: Tape.RecordOptions
) =>
  Effect.gen(function*() {
    const { fetch, project } = yield* Effect.acquireRelease(
      Effect.promise(() => startEmulator({ users: [{ email: "ada@example.com", displayName: "Ada" }] })),
      ({ close }) => Effect.promise(close)
    )
    const recording = Tape.record({ ...options, fetch: (url, init) => fetch(new Request(url, init)) })
    yield* Effect.promise(() => program(createServer({ ...project, fetch: recording.fetch })))
    return Tape.stringify(recording.tape())
  }).pipe(Effect.scoped)

/** Changes the users of a list. */
const eachUser = (change: (user: Record<string, unknown>) => unknown): Change => (request, response) =>
  routeOf(request) === "GET /users" && response.status === 200
    ? withJson(response, { ...json(response), items: json(response).items.map(change) })
    : response

describe("latchkey watch, with a program's tape", () => {
  const used = Effect.flatMap(recorded((server) => server.users.list()), usesIn)

  it.effect("watch-3: latchkey watch names a field that the program received and that no longer exists", () =>
    Effect.gen(function*() {
      const uses = yield* used
      const found = yield* checked(uses, eachUser(({ profile_image_url: _, ...user }) => user))

      assert.deepStrictEqual(Object.keys(found), ["users.list"])
      assert.strictEqual(found["users.list"]!.state, "changed")
      assert.match(found["users.list"]!.found.join(), /profile_image_url/)
    }))

  it.effect("watch-3: latchkey watch names an optional field that the program received and that no longer exists", () =>
    Effect.gen(function*() {
      const uses = yield* used
      const optional = "last_active_at_millis"
      const found = yield* checked(uses, eachUser(({ [optional]: _, ...user }) => user))

      assert.strictEqual(found["users.list"]!.state, "changed")
      assert.match(found["users.list"]!.found.join(), new RegExp(optional))
    }))

  it.effect("watch-3: latchkey watch names a field whose type has changed, without its value", () =>
    Effect.gen(function*() {
      const found = yield* checked(yield* used, eachUser((user) => ({ ...user, display_name: ["secret-value"] })))

      assert.strictEqual(found["users.list"]!.state, "changed")
      assert.match(found["users.list"]!.found.join(), /display_?name/i)
      assert.notInclude(JSON.stringify(found), "secret-value")
    }))

  it.effect("watch-3: latchkey watch reports a new field as new, and ignores the contents of metadata", () =>
    Effect.gen(function*() {
      const added = eachUser((user) => ({ ...user, shoe_size: 43, client_metadata: { theme: "dark" } }))
      const found = yield* checked(yield* used, added)

      assert.strictEqual(found["users.list"]!.state, "new")
      assert.deepStrictEqual(found["users.list"]!.found, ["the field items[].shoe_size is new"])
    }))

  it.effect("watch-3: latchkey watch doesn't report a field as missing if the new response has no object that could contain it", () =>
    Effect.gen(function*() {
      const found = yield* checked(
        yield* used,
        (request, response) =>
          routeOf(request) === "GET /users" ? withJson(response, { ...json(response), items: [] }) : response
      )

      assert.strictEqual(found["users.list"]!.state, "same")
    }))

  it.effect.prop(
    "watch-4: latchkey watch reports nothing as lost while a platform is down, busy or behind a login page",
    {
      status: Schema.Literals([401, 403, 407, 408, 429, 500, 502, 503, 504, 508]),
      body: Schema.Literals(["", "<html>"])
    },
    ({ body, status }) =>
      Effect.gen(function*() {
        const uses = ["users.list", "users.create", "teams.delete", "users.getMe"].map(named).map(useOf)
        const checking = yield* Effect.forkChild(checked(uses, () => text(status, body)))
        const found = yield* whenDone(checking)

        assert.deepStrictEqual([...new Set(Object.values(found).map(({ state }) => state))], ["unchecked"])
      }),
    { arbitrary: { runs: runs(20) } }
  )
})

describe("what latchkey watch reads", () => {
  const namesIn = (contents: string) =>
    Effect.map(usesIn(contents), (uses) => uses.map(({ endpoint }) => endpoint.spec.name))
  const problemOf = (contents: string) => Effect.map(Effect.flip(usesIn(contents)), ({ problem }) => problem)
  const otlp = (method: string, path: string) => ({
    resourceSpans: [{
      scopeSpans: [{
        spans: [{
          attributes: [
            { key: "http.request.method", value: { stringValue: method } },
            { key: "url.template", value: { stringValue: path } }
          ]
        }]
      }]
    }]
  })

  it.effect("watch-5: latchkey watch reads each endpoint of a tape once, in the order of first use", () =>
    Effect.gen(function*() {
      const tape = yield* recorded(async (server) => {
        const { id } = await server.users.create({ primaryEmail: "bo@example.com" })
        await server.users.get({ userId: id })
        await server.users.list()
        await server.users.get({ userId: id })
      })

      assert.deepStrictEqual(yield* namesIn(tape), ["users.create", "users.get", "users.list"])
    }))

  it.effect("watch-5: latchkey watch reads the calls in spans, from OTLP in one document or in lines, or from attributes in an object", () =>
    Effect.gen(function*() {
      const spans = [otlp("GET", "/users/me"), otlp("POST", "/teams"), otlp("GET", "/someone-elses/{path}")]
      const lines = spans.map((each) => JSON.stringify(each)).join("\n")
      const plain = JSON.stringify([{ attributes: { "http.request.method": "GET", "url.template": "/users/me" } }])

      assert.deepStrictEqual(yield* namesIn(JSON.stringify(spans)), ["users.getMe", "teams.create"])
      assert.deepStrictEqual(yield* namesIn(`${lines}\n`), ["users.getMe", "teams.create"])
      assert.deepStrictEqual(yield* namesIn(plain), ["users.getMe"])
    }))

  it.effect("watch-5: latchkey watch rejects a file without a tape or spans, and states the reason", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* problemOf("not JSON"), "is not JSON")
      for (const contents of ["{}", "[]", "null", "7", "{\"attributes\":null}"]) {
        assert.strictEqual(yield* problemOf(contents), "has neither a tape nor a span of a call")
      }
      assert.match(yield* problemOf("{\"tape\":2}"), /tape/)
    }))
})

describe("latchkey watch, as a process", () => {
  const at = commandIn()
  const write = (name: string, contents: string) => {
    const folder = path.join(at.folder, "watched")
    mkdirSync(folder, { recursive: true })
    writeFileSync(path.join(folder, name), contents)
    return path.join(folder, name)
  }
  const running = async () => {
    const platform = await startEmulator()
    onTestFinished(() => platform.close())
    const { projectId, publishableClientKey, secretServerKey, superSecretAdminKey } = platform.project
    const keys = [publishableClientKey, secretServerKey, superSecretAdminKey].map(Redacted.value)
    const env = {
      NEXT_PUBLIC_STACK_API_URL: platform.baseUrl,
      NEXT_PUBLIC_STACK_PROJECT_ID: projectId,
      NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: keys[0]!,
      STACK_SECRET_SERVER_KEY: keys[1]!,
      STACK_SUPER_SECRET_ADMIN_KEY: keys[2]!
    }
    return { env, keys }
  }

  it("watch-6: the exit code is 0 if nothing has changed, and no key is printed", async () => {
    const { env, keys } = await running()
    const tape = await Effect.runPromise(recorded((server) => server.users.list()))

    const { code, errors, output } = await at.runHere(["watch", write("ada.tape.json", tape)], { env })

    assert.strictEqual(code ?? 0, 0, errors)
    assert.match(output, /users\.list/)
    assert.match(output, /Nothing that the program uses has changed/)
    for (const key of keys) assert.notInclude(output + errors, key)
  })

  it("watch-6: the exit code is 1 if an endpoint is gone, and --json has each endpoint's state", async () => {
    const { env } = await running()
    const spans = JSON.stringify({ attributes: { "http.request.method": "GET", "url.template": "/users" } })
    const gone = JSON.stringify({
      attributes: { "http.request.method": "GET", "url.template": named("teamPermissionDefinitions.get").spec.path }
    })
    const files = [write("used.json", spans), write("gone.json", gone)]

    const { code, output } = await at.runHere(["watch", "--json", ...files], { env })

    assert.strictEqual(code, 1)
    const { endpoints, fits } = linesOf(output)[0].result
    assert.isFalse(fits)
    assert.deepStrictEqual(endpoints.map(({ endpoint, state }: Checked) => [endpoint, state]), [
      ["users.list", "same"],
      ["teamPermissionDefinitions.get", "gone"]
    ])
  })

  it("watch-6: the exit code is 2 if the platform doesn't respond, or a file can't be read", async () => {
    const { env } = await running()
    const spans = write(
      "used.json",
      JSON.stringify({
        attributes: { "http.request.method": "POST", "url.template": "/teams" }
      })
    )
    const nowhere = { ...env, NEXT_PUBLIC_STACK_API_URL: "http://127.0.0.1:9" }

    const unreachable = await at.runHere(["watch", spans], { env: nowhere })
    const missing = await at.runHere(["watch", path.join(at.folder, "missing.json")], { env })
    const folder = await at.runHere(["watch", at.folder], { env })

    assert.deepStrictEqual([unreachable.code, missing.code, folder.code], [2, 2, 2])
    assert.match(unreachable.output, /teams\.create .* unchecked/)
    assert.match(missing.errors, /cannot be read \(ENOENT\)/)
    assert.match(folder.errors, /is not a file/)
  })
})
