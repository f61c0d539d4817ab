/** Requests that the platform rejects, and its errors. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { strict as assert } from "node:assert"
import { Project } from "../../../layers/call/index.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Projects from "../../../schemas/endpoints/projects.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { asServer, LivePlatform, refusalOf, signUp } from "./LivePlatform.ts"
import type { Scenarios } from "./scenarios.ts"

const unknownId = "00000000-0000-4000-8000-000000000000"

/** Sends a request that a regular client never sends. */
const send = (method: string, path: string, headers: { readonly [name: string]: string }, body?: string) =>
  Effect.gen(function*() {
    const { apiUrl } = yield* Project
    const response = yield* Effect.promise(() =>
      fetch(`${apiUrl}${path}`, { method, headers, body: body ?? null, redirect: "manual" })
    )
    yield* Effect.promise(() => response.body?.cancel() ?? Promise.resolve())
    const header = (name: string) =>
      response.headers.get(`x-stack-${name}`) ?? response.headers.get(`x-hexclave-${name}`)
    return { status: response.status, code: header("known-error"), actualStatus: header("actual-status") }
  })

const clientHeaders = Effect.map(Project, ({ id, publishableClientKey }) => ({
  "x-stack-access-type": "client",
  "x-stack-project-id": id,
  ...(publishableClientKey === undefined
    ? {}
    : { "x-stack-publishable-client-key": Redacted.value(publishableClientKey) })
}))

export const refusalScenarios: Scenarios = {
  "a project's sign-in methods are public": Effect.gen(function*() {
    const { config } = yield* LivePlatform

    const project = yield* Projects.getCurrent()

    assert.equal(project.id, (yield* Project).id)
    assert.equal(project.config.credentialEnabled, config.credentialEnabled)
    assert.equal(project.config.signUpEnabled, config.signUpEnabled)
  }),

  "users.getMe fails while signed out": Effect.gen(function*() {
    assert.equal(yield* refusalOf(Users.getMe()), "CannotGetOwnUserWithoutUser")
  }),

  "links in emails lead to trusted domains only": Effect.gen(function*() {
    const { email } = yield* signUp

    assert.equal(
      yield* refusalOf(Password.sendResetCode({ email, callbackUrl: "https://elsewhere.example.org/" })),
      "RedirectUrlNotWhitelisted"
    )
  }),

  "unknown users and teams are not found, for members and for back ends": Effect.gen(function*() {
    yield* signUp

    assert.equal(yield* refusalOf(asServer(Users.get({ userId: unknownId }))), "UserNotFound")
    assert.equal(yield* refusalOf(asServer(Teams.getAny({ teamId: unknownId }))), "TeamNotFound")
    assert.equal(yield* refusalOf(Teams.get({ teamId: unknownId })), "TeamMembershipNotFound")
  }),

  "a wrong key, an unknown project and a too low level have different errors": Effect.gen(function*() {
    const headers = yield* clientHeaders
    const codeOf = (path: string, changed: { readonly [name: string]: string }) =>
      Effect.map(send("GET", path, { ...headers, ...changed }), ({ code, status }) => [status, code])

    assert.deepEqual(
      yield* codeOf("/projects/current", { "x-stack-publishable-client-key": "pck_wrong" }),
      [401, "INVALID_PUBLISHABLE_CLIENT_KEY"]
    )
    assert.deepEqual(
      yield* codeOf("/projects/current", { "x-stack-project-id": unknownId }),
      [400, "CURRENT_PROJECT_NOT_FOUND"]
    )
    assert.deepEqual(yield* codeOf("/users", {}), [401, "INSUFFICIENT_ACCESS_TYPE"])
    assert.deepEqual(
      yield* codeOf("/users/me", { "x-stack-access-token": "not a token" }),
      [401, "UNPARSABLE_ACCESS_TOKEN"]
    )
  }),

  "an unknown field, a body that is not JSON and a missing field are rejected": Effect.gen(
    function*() {
      const headers = { ...yield* clientHeaders, "content-type": "application/json" }
      const codeOf = (body: string) =>
        Effect.map(send("POST", "/auth/password/sign-in", headers, body), ({ code, status }) => [status, code])

      assert.deepEqual(yield* codeOf("{"), [400, "BODY_PARSING_ERROR"])
      assert.deepEqual(yield* codeOf("{\"email\":\"a@example.com\"}"), [400, "SCHEMA_ERROR"])
      assert.deepEqual(
        yield* codeOf("{\"email\":\"a@example.com\",\"password\":\"long enough\",\"colour\":\"red\"}"),
        [400, "SCHEMA_ERROR"]
      )
    }
  ),

  "an error has the status 200 on request, with the real status in a header": Effect.gen(function*() {
    const headers = { ...yield* clientHeaders, "x-stack-override-error-status": "true" }

    assert.deepEqual(yield* send("GET", "/users", headers), {
      status: 200,
      code: "INSUFFICIENT_ACCESS_TYPE",
      actualStatus: "401"
    })
  }),

  "a provider that is not enabled has its own error": Effect.gen(function*() {
    const { callbackUrl } = yield* LivePlatform
    const { id, publishableClientKey } = yield* Project
    const query = new URLSearchParams({
      client_id: id,
      client_secret: publishableClientKey === undefined
        ? "__stack_public_client__"
        : Redacted.value(publishableClientKey),
      redirect_uri: callbackUrl,
      scope: "legacy",
      state: "state",
      grant_type: "authorization_code",
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      response_type: "code"
    })

    const { code, status } = yield* send("GET", `/auth/oauth/authorize/no-such-provider?${query}`, {})

    assert.deepEqual([status, code], [400, "OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED"])
  })
}
