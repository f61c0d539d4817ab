/** Control API and pages of the emulator on a port. They match the in-process functions. */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type * as SchemaAST from "effect/SchemaAST"
import { readFileSync } from "node:fs"
import { request as httpRequest } from "node:http"
import * as Access from "../../../../layers/access/access.ts"
import { layerFetch } from "../../../../layers/call/Transport.ts"
import { layer as layerSession } from "../../../../layers/session/Session.ts"
import { layerMemory } from "../../../../layers/session/TokenStore.ts"
import * as Otp from "../../../../schemas/endpoints/otp.ts"
import * as Passkey from "../../../../schemas/endpoints/passkey.ts"
import { type BrowserCookie, Emulator } from "../../../../src/emulator/index.ts"
import { type Operation, operations } from "../../../../src/emulator/server/operations.ts"
import { authorizeUrl, errorPage } from "../support/browser.ts"
import { ann, callbackUrl, signUp } from "../support/support.ts"

const served = Layer.fresh(
  Access.layerClient().pipe(
    Layer.provideMerge(layerSession()),
    Layer.provide(layerMemory()),
    Layer.provideMerge(Emulator.layerProject()),
    Layer.provideMerge(Emulator.layerServe({
      control: true,
      pages: true,
      config: { oauthProviders: [{ id: "github", type: "shared" }] }
    })),
    Layer.provideMerge(layerFetch())
  )
)

const ask = (method: string, path: string, json?: unknown, headers: { readonly [name: string]: string } = {}) =>
  Effect.gen(function*() {
    const { baseUrl } = yield* Emulator
    const response = yield* Effect.promise(() =>
      fetch(`${baseUrl}/emulator${path}`, {
        method,
        headers: { ...(json === undefined ? {} : { "content-type": "application/json" }), ...headers },
        ...(json === undefined ? {} : { body: JSON.stringify(json) })
      })
    )
    const text = yield* Effect.promise(() => response.text())
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined }
  })

const readme = readFileSync(new URL("../../../../examples/emulator/README.md", import.meta.url), "utf8")

const declared = Object.values(operations).flatMap((group): ReadonlyArray<Operation> => Object.values(group))

type AnyStruct = { readonly fields: { readonly [name: string]: { readonly ast: SchemaAST.AST } } }

const namesOf = ({ fields }: AnyStruct) =>
  Object.entries(fields).map(([name, { ast }]) => ast.context?.isOptional === true ? `${name}?` : name)

const sendCode = Otp.sendSignInCode({ email: ann.email, callbackUrl })

const signInByMail = (code: string) =>
  Effect.map(Effect.flip(Otp.signIn({ code: Redacted.make(code) })), ({ _tag }) => _tag)

describe("the control API", () => {
  it.live("the control API starts a session for a test, and returns its browser cookies", () =>
    Effect.gen(function*() {
      yield* signUp()
      const { project } = yield* Emulator

      const { json: tokens } = yield* ask("POST", "/control/sessions", { user: ann.email })
      const { json: { cookies } } = yield* ask("POST", "/control/sessions/cookies", {
        user: ann.email,
        url: "http://localhost:3000"
      })
      const unknownUser = yield* ask("POST", "/control/sessions", { user: "nobody@example.com" })

      assert.deepStrictEqual(Object.keys(tokens), ["accessToken", "refreshToken"])
      assert.deepStrictEqual(cookies.map(({ name, url }: BrowserCookie) => [name, url]), [
        [`stack-refresh-${project.projectId}--default`, "http://localhost:3000"],
        ["stack-access", "http://localhost:3000"]
      ])
      assert.strictEqual(unknownUser.status, 409)
      assert.match(unknownUser.json.error, /has no user nobody@example\.com/)
    }).pipe(Effect.provide(served)))

  it.live("the control API returns emails by address with kind, code and link, and deletes them", () =>
    Effect.gen(function*() {
      yield* sendCode
      yield* Otp.sendSignInCode({ email: "bob@example.com", callbackUrl })

      const { mails: [mail] } = (yield* ask("GET", "/control/mails?address=ann@example.com")).json
      const deleted = (yield* ask("DELETE", "/control/mails?address=ann@example.com")).json

      assert.deepInclude(mail, { to: ann.email, kind: "signIn", link: `${callbackUrl}?code=${mail.code}` })
      assert.strictEqual(mail.code.length, 45)
      assert.deepStrictEqual(deleted, { deleted: 1 })
      assert.strictEqual((yield* ask("GET", "/control/mails")).json.mails.length, 1)
    }).pipe(Effect.provide(served)))

  it.live("the control API expires one code and uses up the attempts of another code", () =>
    Effect.gen(function*() {
      const { outbox } = yield* Emulator
      yield* sendCode
      yield* sendCode
      const [first, second] = outbox.byAddress(ann.email).map(({ code }) => code!)

      yield* ask("POST", "/control/codes/expire", { code: first })
      yield* ask("POST", "/control/codes/exhaust-attempts", { code: second })

      assert.strictEqual(yield* signInByMail(first!), "VerificationCodeExpired")
      assert.strictEqual(yield* signInByMail(second!), "VerificationCodeMaxAttemptsReached")
      assert.strictEqual((yield* ask("POST", "/control/codes/expire", { code: "unknown" })).status, 404)
    }).pipe(Effect.provide(served)))

  it.live("the control API reads and moves the clock", () =>
    Effect.gen(function*() {
      yield* ask("POST", "/control/clock", { now: "2030-01-01T00:00:00.000Z" })
      const { now } = (yield* ask("POST", "/control/clock", { advance: "1 hour" })).json

      assert.match(now, /^2030-01-01T01:00:0/)
      assert.match((yield* ask("GET", "/control/clock")).json.now, /^2030-01-01T01:00:0/)
    }).pipe(Effect.provide(served)))

  for (const advance of ["Infinity", "-Infinity", "400000000 days", "soon"]) {
    it.live(`the control API rejects advancing the clock by ${advance}, which results in an invalid date`, () =>
      Effect.gen(function*() {
        const { status } = yield* ask("POST", "/control/clock", { advance })

        assert.strictEqual(status, 400)
        assert.strictEqual((yield* ask("GET", "/control/clock")).status, 200)
      }).pipe(Effect.provide(served)))
  }

  it.live("the control API moves the clock back by a negative duration", () =>
    Effect.gen(function*() {
      yield* ask("POST", "/control/clock", { now: "2030-01-01T01:00:00.000Z" })
      const { now } = (yield* ask("POST", "/control/clock", { advance: "-1 hour" })).json

      assert.match(now, /^2030-01-01T00:00:0/)
    }).pipe(Effect.provide(served)))

  it.live("the control API creates projects with keys and trusted domains", () =>
    Effect.gen(function*() {
      const { store } = yield* Emulator

      const made = (yield* ask("POST", "/control/projects", {
        displayName: "Shop",
        trustedDomains: ["https://shop.example.com"]
      })).json

      const { baseUrl } = yield* Emulator
      const current = yield* Effect.promise(() =>
        fetch(`${baseUrl}/api/v1/projects/current`, {
          headers: {
            "x-stack-access-type": "client",
            "x-stack-project-id": made.projectId,
            "x-stack-publishable-client-key": made.publishableClientKey
          }
        })
      )
      assert.strictEqual(current.status, 200)
      assert.strictEqual(store.projects.get(made.projectId)!.config.domains[0]!.domain, "https://shop.example.com")
    }).pipe(Effect.provide(served)))

  it.live("the control API completes or cancels a sign-in at the built-in provider with one request", () =>
    Effect.gen(function*() {
      const url = yield* authorizeUrl({ error_redirect_url: errorPage })
      const account = { email: "bob@example.com" }

      const signedIn = yield* ask("POST", "/control/oauth/sign-in", { authorizeUrl: url, account })
      const refused = yield* ask("POST", "/control/oauth/deny", { authorizeUrl: url })
      const nowhere = yield* ask("POST", "/control/oauth/deny", { authorizeUrl: "/api/v1/health" })

      assert.isTrue(new URL(signedIn.json.callbackUrl).searchParams.has("code"))
      assert.isTrue(refused.json.callbackUrl.startsWith(errorPage))
      assert.strictEqual(nowhere.status, 409)
      assert.deepStrictEqual((yield* ask("POST", "/control/oauth/expire", { state: "unknown" })).json, { expired: 0 })
    }).pipe(Effect.provide(served)))

  it.live("the control API applies the steps of a fault plan in order", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator
      const respond = [
        { type: "tooManyRequests", retryAfterSeconds: 3 },
        "pass",
        { type: "partialBody" },
        { type: "wrongContentType" },
        { type: "lostBefore" }
      ]

      const { status } = yield* ask("POST", "/control/faults", { seed: 1, faults: [{ respond }] })

      const outcome = Effect.promise(() =>
        fetch(`${baseUrl}/api/v1`).then(async (response) => {
          const body = await response.text().then(() => "whole", () => "cut")
          return [response.status, response.headers.get("retry-after"), response.headers.get("content-type"), body]
        }, () => "lost")
      )
      const plain = "text/plain; charset=utf-8"
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(yield* Effect.forEach([1, 2, 3, 4, 5, 6], () => outcome), [
        [429, "3", plain, "whole"],
        [200, null, plain, "whole"],
        [200, null, plain, "cut"],
        [200, null, "text/html", "whole"],
        "lost",
        [200, null, plain, "whole"]
      ])
    }).pipe(Effect.provide(served)))

  it.live("the control API removes all faults, including those added in process", () =>
    Effect.gen(function*() {
      const { faults } = yield* Emulator
      const respond = { type: "serverError", status: 503 } as const
      yield* ask("POST", "/control/faults", { faults: [{ endpoint: "users.getMe", respond }] })
      faults.add({ respond })

      const { status } = yield* ask("DELETE", "/control/faults")

      assert.deepStrictEqual([status, (yield* ask("GET", "/control/faults")).json], [200, { faults: [] }])
    }).pipe(Effect.provide(served)))

  it.live("the control API changes users and teams despite active faults, and omits these changes from the request log", () =>
    Effect.gen(function*() {
      const { faults, outbox, project, requests, store } = yield* Emulator
      const { teams, users, usersInOrder } = store.projects.get(project.projectId)!
      faults.add({ respond: { type: "lostBefore" } })
      const { json: { id } } = yield* ask("POST", "/control/users", { email: ann.email, displayName: "Ann" })
      const { json: bob } = yield* ask("POST", "/control/users", { email: "bob@example.com", verified: false })
      const { json: { id: team } } = yield* ask("POST", "/control/teams", { displayName: "Engines" })

      const answers = yield* Effect.forEach(
        [
          ["PATCH", "/control/users", { user: ann.email, displayName: "Countess", password: "correct horse" }],
          ["POST", "/control/users/reset", { user: id, url: "http://localhost:3000" }],
          ["PATCH", "/control/teams", { team, displayName: "Analytical Engines" }],
          ["POST", "/control/teams/members", { team, user: ann.email }],
          ["POST", "/control/users/remove", { user: bob.id }],
          ["POST", "/control/users/sign-out", { user: id }]
        ] as const,
        ([method, path, body]) => ask(method, path, body)
      )

      assert.deepStrictEqual(answers.map(({ json }) => json), answers.map(() => ({ success: true })))
      assert.deepStrictEqual(usersInOrder.map(({ displayName }) => displayName), ["Countess"])
      assert.deepStrictEqual([teams.get(team)!.displayName, ...teams.get(team)!.memberIds], ["Analytical Engines", id])
      assert.match(outbox.byAddress(ann.email)[0]!.link!, /^http:\/\/localhost:3000\/handler\/password-reset\?code=/)
      assert.strictEqual(users.get(bob.id), undefined)
      assert.deepStrictEqual(requests.list(), [])
      yield* ask("POST", "/control/teams/members/remove", { team, user: id })
      assert.strictEqual(teams.get(team)!.memberIds.size, 0)
      yield* ask("POST", "/control/teams/remove", { team })
      assert.strictEqual(teams.size, 0)
    }).pipe(Effect.provide(served)))

  it.live("the control API fails with the platform's message for rejected changes and unknown users", () =>
    Effect.gen(function*() {
      yield* ask("POST", "/control/users", { email: ann.email })

      const refused = yield* Effect.forEach(
        [
          ["POST", "/control/users", { email: ann.email }],
          ["PATCH", "/control/users", { user: "nobody@example.com", displayName: "Nobody" }],
          ["POST", "/control/users/reset", { user: ann.email, url: "https://evil.example" }],
          ["PATCH", "/control/teams", { team: "none", displayName: "None" }]
        ] as const,
        ([method, path, body]) => ask(method, path, body)
      )

      assert.deepStrictEqual(refused.map(({ status }) => status), [409, 409, 409, 409])
      const [taken, unknown, untrusted, noTeam] = refused.map(({ json }) => json.error)
      assert.match(taken, /already/)
      assert.match(unknown, /Project .* has no user nobody@example\.com/)
      assert.match(untrusted, /redirect|trusted/i)
      assert.match(noTeam, /Project .* has no team none/)
    }).pipe(Effect.provide(served)))

  it.live("the control API returns a logged request and its response without their secrets", () =>
    Effect.gen(function*() {
      yield* signUp()
      const [{ id }] = (yield* ask("GET", "/control/requests")).json.requests

      const { json: { exchange, request } } = yield* ask("GET", `/control/requests?id=${id}`)

      assert.strictEqual(request.endpoint, "password.signUp")
      assert.include(JSON.parse(exchange.request.body), { email: ann.email, password: "<redacted>" })
      assert.include(JSON.parse(exchange.response.body), { access_token: "<redacted>", refresh_token: "<redacted>" })
      assert.strictEqual((yield* ask("GET", "/control/requests?id=99")).status, 404)
    }).pipe(Effect.provide(served)))

  it("the README documents every operation of the control API as the code declares it", () => {
    const documented = [...readme.matchAll(/^\| (`(?:GET|POST|PATCH|DELETE) .*)\|$/gm)].map(([, row]) =>
      row!.split(" | ").slice(0, 3).map((cell) => cell.trim())
    )

    assert.deepStrictEqual(
      documented,
      declared.map(({ does, input, route }) => {
        const alternatives = ("members" in input ? input.members : [input]) as ReadonlyArray<AnyStruct>
        const names = alternatives.map(namesOf).filter((names) => names.length > 0)
        return /^(?:GET|DELETE)/.test(route)
          ? [`\`${route}${names.length === 0 ? "" : `?${names.flat().join("&").replaceAll("?", "")}`}\``, "", does]
          : [`\`${route}\``, names.map((names) => `\`{ ${names.join(", ")} }\``).join(" or "), does]
      })
    )
  })

  it.live("the README's table of the control API names existing in-process functions", () =>
    Effect.gen(function*() {
      const emulator = yield* Emulator
      const functions = [...readme.matchAll(/^\| `(?:GET|POST|PATCH|DELETE) .*\| `([\w.]+)`(?:, `\.(\w+)`)? *\|$/gm)]
        .flatMap(
          ([, name, other]) => other === undefined ? [name!] : [name!, `${name!.split(".")[0]}.${other}`]
        )

      assert.isAtLeast(functions.length, declared.length)
      for (const name of functions) {
        assert.isDefined(name.split(".").reduce<any>((value, key) => value?.[key], emulator), name)
      }
    }).pipe(Effect.provide(served)))

  it.live("the control API rejects a query parameter that isn't a number", () =>
    Effect.gen(function*() {
      const request = yield* ask("GET", "/control/requests?id=first")
      const fault = yield* ask("DELETE", "/control/faults?at=first")

      assert.deepStrictEqual([request.status, fault.status], [400, 400])
      assert.match(request.json.error, /^id: /)
      assert.match(fault.json.error, /^at: /)
    }).pipe(Effect.provide(served)))

  it.live("the control API rejects every operation from pages of other origins", () =>
    Effect.gen(function*() {
      const { state } = yield* Emulator
      const routes = declared.map(({ route }) => {
        const [method, path] = route.split(" ")
        return [method!, `/control${path}`] as const
      })
      const before = yield* Effect.promise(state.save)

      for (const [method, path] of routes) {
        for (const origin of ["https://evil.example", "null", "http://localhost:3000"]) {
          assert.strictEqual(
            (yield* ask(method, path, undefined, { origin })).status,
            403,
            `${method} ${path} ${origin}`
          )
        }
      }
      assert.strictEqual(yield* Effect.promise(state.save), before)
    }).pipe(Effect.provide(served)))

  it.live("the control API lists active faults with their remaining requests", () =>
    Effect.gen(function*() {
      const { baseUrl, faults } = yield* Emulator
      const plan = [
        { endpoint: "users.getMe", probability: 0.5, respond: { type: "latency", duration: "2 seconds" } },
        { times: 2, respond: { type: "serverError", status: 503 } },
        { respond: [{ type: "lostAfter" }, "pass"] }
      ]
      yield* ask("POST", "/control/faults", { faults: plan })
      faults.add({ match: ({ path }) => path === "/api/v1/nowhere", respond: () => new Response() })
      faults.add({ times: 1, respond: "drop" })
      yield* Effect.promise(() => fetch(`${baseUrl}/api/v1`))

      const { json } = yield* ask("GET", "/control/faults")

      const always = { endpoint: null, probability: 1 }
      assert.deepStrictEqual(json, {
        faults: [
          { endpoint: "users.getMe", probability: 0.5, left: null, respond: { type: "latency", duration: 2000 } },
          { ...always, left: 1, respond: { type: "serverError", status: 503 } },
          { ...always, left: 2, respond: [{ type: "lostAfter" }, "pass"] },
          { ...always, match: "program", left: null, respond: "program" },
          { ...always, left: 1, respond: { type: "lostBefore" } }
        ]
      })
    }).pipe(Effect.provide(served)))

  it.live("the control API renames and configures a project, and rejects unknown fields and unknown projects", () =>
    Effect.gen(function*() {
      const { project, store } = yield* Emulator
      const configOf = (id: string) => store.projects.get(id)!.config

      const made = (yield* ask("POST", "/control/projects", { config: { requireEmailVerification: true } })).json
      const changed = yield* ask("PATCH", "/control/projects", { config: { signUpEnabled: false } })
      const renamed = yield* ask("PATCH", "/control/projects", { displayName: "Notes" })
      const { projects: [listed] } = (yield* ask("GET", "/control/projects")).json
      const answers = yield* Effect.all([
        ask("PATCH", "/control/projects", { projectId: made.projectId, config: { passkeyEnabled: false } }),
        ask("PATCH", "/control/projects", { projectId: "nobody", config: {} }),
        ask("PATCH", "/control/projects", { config: { surprise: true } }),
        ask("PATCH", "/control/projects", { displayName: "" })
      ])

      assert.deepInclude(configOf(made.projectId), { requireEmailVerification: true, passkeyEnabled: false })
      assert.deepInclude(configOf(project.projectId), { signUpEnabled: false, magicLinkEnabled: true })
      assert.deepStrictEqual([changed, renamed, ...answers].map(({ status }) => status), [200, 200, 200, 404, 400, 400])
      assert.deepStrictEqual([listed.displayName, project.displayName], ["Notes", "Notes"])
      assert.include(answers[2]!.json.error, "config.surprise")
    }).pipe(Effect.provide(served)))

  it.live("the control API sets a fixed passkey challenge, and removes it with null", () =>
    Effect.gen(function*() {
      const challenge = Effect.map(
        Passkey.initiateAuthentication(),
        ({ optionsJson }) => (optionsJson as any).challenge
      )

      yield* ask("PATCH", "/control/settings", { passkeyChallenge: "TU9DSw" })
      const fixed = [yield* challenge, yield* challenge]
      yield* ask("PATCH", "/control/settings", { passkeyChallenge: null })
      const free = yield* challenge
      const refused = yield* ask("PATCH", "/control/settings", { passkeyChallenge: "no base64url!" })

      assert.deepStrictEqual(fixed, ["TU9DSw", "TU9DSw"])
      assert.notStrictEqual(free, "TU9DSw")
      assert.strictEqual(refused.status, 400)
    }).pipe(Effect.provide(served)))

  it.live("the control API returns the project and the sender of an email", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      yield* sendCode
      yield* ask("PATCH", "/control/projects", {
        config: {
          emailConfig: {
            type: "standard",
            host: "localhost",
            port: 2500,
            username: "mailer",
            password: "secret",
            senderName: "Shop",
            senderEmail: "hello@shop.example.com"
          }
        }
      })
      yield* sendCode

      const { json: { mails } } = yield* ask("GET", "/control/mails")
      assert.deepStrictEqual(
        mails.map(({ from, projectId, projectName }: any) => ({ from, projectId, projectName })),
        [
          { name: project.displayName, address: "noreply@latchkey.localhost" },
          { name: "Shop", address: "hello@shop.example.com" }
        ].map((from) => ({ from, projectId: project.projectId, projectName: project.displayName }))
      )
    }).pipe(Effect.provide(served)))

  it.live("the control API resets users but keeps the projects", () =>
    Effect.gen(function*() {
      const { project, store } = yield* Emulator
      yield* signUp()

      yield* ask("POST", "/control/reset", {})

      assert.strictEqual(store.projects.get(project.projectId)!.users.size, 0)
      yield* signUp()
    }).pipe(Effect.provide(served)))

  it.live("the control API explains what is wrong with a request, and at which path", () =>
    Effect.gen(function*() {
      const wrong = yield* ask("POST", "/control/faults", {
        faults: [{ respond: { type: "latency", duration: "soon" } }]
      })

      assert.strictEqual(wrong.status, 400)
      assert.match(wrong.json.error, /faults\[0\]\.respond/)
      const misspelt = { faults: [{ endpoint: "users.getme", respond: { type: "serverError" } }] }
      const { json, status } = yield* ask("POST", "/control/faults", misspelt)
      assert.strictEqual(status, 400)
      assert.match(json.error, /^faults\[0\]\.endpoint: .*"users\.getme", and no .* Did you mean "users\.getMe"\?/)
      assert.strictEqual(
        (yield* ask("POST", "/control/clock", undefined, { "content-type": "text/plain" })).status,
        415
      )
      assert.strictEqual((yield* ask("POST", "/control/nothing", {})).status, 404)
      assert.strictEqual((yield* ask("POST", "/control/state/save", {})).status, 409)
    }).pipe(Effect.provide(served)))

  it.live("the control API rejects pages of other sites, including those whose host name resolves to this machine", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator
      const { port } = new URL(baseUrl)

      const foreign = yield* ask("GET", "/control/mails", undefined, { origin: "https://evil.example" })
      const rebound = yield* Effect.callback<number | undefined>((resume) => {
        httpRequest({
          port,
          host: "127.0.0.1",
          path: "/emulator/outbox.json",
          headers: { host: `evil.example:${port}` }
        })
          .once("response", (response) => resume(Effect.succeed(response.resume().statusCode))).end()
      })

      assert.deepStrictEqual([foreign.status, rebound], [403, 403])
      assert.isNull(foreign.headers.get("access-control-allow-origin"))
    }).pipe(Effect.provide(served)))

  for (
    const origin of [
      "http://localhost:5173",
      "https://evil.example",
      "http://localhost.evil.example:5173",
      "http://127.0.0.1.evil.example",
      "http://evil.example@localhost",
      "http://192.168.1.7:5173",
      "chrome-extension://abc",
      "null"
    ]
  ) {
    it.live(`the control API rejects every request from a page of ${origin}, including preflight requests`, () =>
      Effect.gen(function*() {
        const { clock } = yield* Emulator
        const before = clock.now().getTime()

        const preflight = yield* ask("OPTIONS", "/control/clock", undefined, {
          origin,
          "access-control-request-method": "POST",
          "access-control-request-headers": "content-type"
        })
        const moved = yield* ask("POST", "/control/clock", { advance: "1 hour" }, { origin })
        const outbox = yield* ask("GET", "/outbox.json", undefined, { origin })

        assert.deepStrictEqual([preflight.status, moved.status, outbox.status], [403, 403, 403])
        assert.isNull(preflight.headers.get("access-control-allow-origin"))
        assert.isNull(preflight.headers.get("access-control-allow-private-network"))
        assert.isBelow(clock.now().getTime() - before, 3_600_000)
      }).pipe(Effect.provide(served)))
  }

  it.live("the control API rejects host names that DNS rebinding resolves to this machine", () =>
    Effect.gen(function*() {
      const rebound = yield* reach("GET", "/emulator/control/mails", { host: "evil.example:80" })

      assert.strictEqual(rebound.status, 403)
    }).pipe(Effect.provide(served)))

  it.live("the console's page with keys is rejected under host names that DNS rebinding resolves to this machine", () =>
    Effect.gen(function*() {
      const { project } = yield* Emulator
      const key = Redacted.value(project.superSecretAdminKey)

      const rebound = yield* reach("GET", "/emulator/project", { host: "evil.example:80" })
      const own = yield* reach("GET", "/emulator/project", {})

      assert.deepStrictEqual([rebound.status, own.status], [403, 200])
      assert.deepStrictEqual([rebound.text.includes(key), own.text.includes(key)], [false, true])
    }).pipe(Effect.provide(served)))
})

/** Sends a request with headers that `fetch` can't set, such as `host`. */
const reach = (method: string, path: string, headers: { readonly [name: string]: string }) =>
  Effect.gen(function*() {
    const { baseUrl } = yield* Emulator
    const { port } = new URL(baseUrl)
    return yield* Effect.callback<
      { readonly status: number | undefined; readonly allowed: string; readonly text: string }
    >(
      (resume) => {
        httpRequest({ port, host: "127.0.0.1", method, path, headers }).once("response", (response) => {
          let text = ""
          response.on("data", (part) => text += part)
          const allowed = response.headers["access-control-allow-headers"] ?? ""
          response.on("end", () => resume(Effect.succeed({ status: response.statusCode, allowed, text })))
        }).end()
      }
    )
  })

describe("API access over a port", () => {
  const asAdmin = Effect.map(Emulator, ({ project }) => ({
    "x-stack-project-id": project.projectId,
    "x-stack-access-type": "admin",
    "x-stack-super-secret-admin-key": Redacted.value(project.superSecretAdminKey)
  }))
  const asClient = Effect.map(Emulator, ({ project }) => ({
    "x-stack-project-id": project.projectId,
    "x-stack-access-type": "client",
    "x-stack-publishable-client-key": Redacted.value(project.publishableClientKey)
  }))
  const users = "/api/v1/users"

  for (
    const origin of ["https://evil.example", "http://localhost.evil.example:3000", "null", "chrome-extension://abc"]
  ) {
    it.live(`over a port, the emulator rejects admin level from a page of ${origin}, with an explanation`, () =>
      Effect.gen(function*() {
        const refused = yield* reach("GET", users, { host: "localhost:1", origin, ...yield* asAdmin })

        assert.strictEqual(refused.status, 403)
        assert.include(refused.text, "Pages of other sites cannot use server or admin access")
      }).pipe(Effect.provide(served)))
  }

  it.live("over a port, the emulator rejects an admin token from other origins, even at client level", () =>
    Effect.gen(function*() {
      const key = { "x-hexclave-admin-access-token": "any", ...yield* asClient }

      const refused = yield* reach("GET", "/api/v1/projects/current", { origin: "https://evil.example", ...key })

      assert.strictEqual(refused.status, 403)
    }).pipe(Effect.provide(served)))

  it.live("over a port, the emulator rejects admin level for a foreign host name that resolves to this machine", () =>
    Effect.gen(function*() {
      const refused = yield* reach("GET", users, { host: "evil.example:80", ...yield* asAdmin })

      assert.strictEqual(refused.status, 403)
    }).pipe(Effect.provide(served)))

  it.live("over a port, the emulator allows admin level to programs and to pages on localhost", () =>
    Effect.gen(function*() {
      const admin = yield* asAdmin

      const program = yield* reach("GET", users, admin)
      const page = yield* reach("GET", users, { origin: "http://localhost:3000", ...admin })
      const sub = yield* reach("GET", users, { host: "api.localhost:1", origin: "https://app.localhost", ...admin })

      assert.deepStrictEqual([program.status, page.status, sub.status], [200, 200, 200])
    }).pipe(Effect.provide(served)))

  it.live("over a port, the emulator allows client requests from pages of other sites, but no server or admin keys", () =>
    Effect.gen(function*() {
      const there = { origin: "https://app.example" }

      const answered = yield* reach("GET", "/api/v1/projects/current", { ...there, ...yield* asClient })
      const { allowed } = yield* reach("OPTIONS", users, there)
      const here = yield* reach("OPTIONS", users, { origin: "http://localhost:3000" })

      assert.strictEqual(answered.status, 200)
      assert.include(allowed, "x-stack-access-token")
      assert.notMatch(allowed, /secret|admin/)
      assert.include(here.allowed, "x-stack-super-secret-admin-key")
    }).pipe(Effect.provide(served)))
})

describe("the emulator's pages", () => {
  it.live("the emulator's pages show emails with working links", () =>
    Effect.gen(function*() {
      const { outbox } = yield* Emulator
      yield* sendCode

      const { text } = yield* ask("GET", "/outbox?address=ann@example.com")

      assert.include(text, `<a href="${outbox.list()[0]!.link}"`)
      assert.include((yield* ask("GET", "/outbox?address=<b>")).text, "No emails to &lt;b&gt; yet")
    }).pipe(Effect.provide(served)))

  it.live("the emulator's pages find emails by address or subject with a form, without the text in the URL", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator
      yield* sendCode
      const form = (q: string, headers = {}) =>
        Effect.promise(() =>
          fetch(`${baseUrl}/emulator/outbox`, { method: "POST", headers, body: new URLSearchParams({ q }) })
            .then(async (response) => ({ status: response.status, text: await response.text() }))
        )

      const page = yield* ask("GET", "/outbox")

      assert.match(page.text, /<form [^>]*method="post"/)
      assert.strictEqual(page.headers.get("referrer-policy"), "same-origin")
      assert.include((yield* form(ann.email, { origin: baseUrl })).text, `To <a href="/emulator/outbox?address=ann%40`)
      assert.include((yield* form("SIGN IN")).text, `To <a href="/emulator/outbox?address=ann%40`)
      assert.include((yield* form("bob@example.com")).text, "No emails match.")
      assert.strictEqual((yield* form(ann.email, { origin: "https://evil.example" })).status, 403)
    }).pipe(Effect.provide(served)))

  it.live("the emulator's pages show users, sessions and requests without secrets", () =>
    Effect.gen(function*() {
      const { project, store } = yield* Emulator
      const { refreshToken } = yield* signUp()

      const user = store.projects.get(project.projectId)!.usersInOrder[0]!
      const pages = yield* Effect.forEach(["", `/user?id=${user.id}`, "/requests"], (path) => ask("GET", path))
      const text = pages.map(({ text }) => text).join("")

      const session = [...store.projects.get(project.projectId)!.sessions.values()][0]!
      for (const shown of [ann.email, user.id, session.id, "/auth/password/sign-up"]) assert.include(text, shown)
      for (
        const secret of [
          Redacted.value(refreshToken),
          user.passwordHash!,
          Redacted.value(project.secretServerKey),
          Redacted.value(project.publishableClientKey)
        ]
      ) assert.notInclude(text, secret)
    }).pipe(Effect.provide(served)))

  it.live("the emulator redirects / to the console", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator
      const { redirected, url } = yield* Effect.promise(() => fetch(baseUrl))

      assert.deepStrictEqual([redirected, url], [true, `${baseUrl}/emulator`])
    }).pipe(Effect.provide(served)))

  it.live("the emulator serves no pages unless they are enabled", () =>
    Effect.gen(function*() {
      const { baseUrl } = yield* Emulator.serve()

      assert.strictEqual((yield* Effect.promise(() => fetch(`${baseUrl}/emulator/outbox`))).status, 404)
    }).pipe(Effect.scoped))
})
