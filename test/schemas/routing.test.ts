import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { endpoint } from "../../schemas/Endpoint.ts"
import { find, router } from "../../schemas/routing.ts"

const id = "3f0c1a52-7d4e-4b8a-9c6d-2e1f5a7b9c0d"

const names = (matches: ReturnType<typeof find>) => matches.map(({ endpoint }) => endpoint.spec.name)

describe("finding the endpoint of a request", () => {
  it("routing finds the endpoint of the request's own level if the levels have different views", () => {
    assert.deepStrictEqual(names(find("client", "GET", "/users/me")), ["users.getMe"])
    assert.deepStrictEqual(names(find("server", "GET", "/users/me")), ["users.get"])
    assert.deepStrictEqual(names(find("admin", "GET", "/users/me")), ["users.get"])
  })

  it("routing finds a lower level's endpoint if all levels have the same view", () => {
    assert.deepStrictEqual(names(find("admin", "POST", "/auth/password/sign-in")), ["password.signIn"])
  })

  it("routing finds an endpoint above the request's level if there is no other endpoint, so that the request can be rejected", () => {
    const [match, ...others] = find("client", "GET", "/users")
    assert.strictEqual(match?.endpoint.spec.access, "server")
    assert.deepStrictEqual(others, [])
  })

  it("routing prefers a literal path to one with a parameter", () => {
    assert.deepStrictEqual(names(find("server", "DELETE", "/auth/sessions/current")), ["sessions.deleteCurrent"])
    assert.deepStrictEqual(names(find("server", "DELETE", `/auth/sessions/${id}`)), ["sessions.delete"])
  })

  it("routing prefers a literal path even if the parameter would accept the literal", () => {
    const options = { output: Schema.String }
    const list = router([
      endpoint("client", "things.get", "GET /things/{id}", { ...options, input: { id: Schema.String } }),
      endpoint("client", "things.newest", "GET /things/newest", options)
    ])
    assert.deepStrictEqual(names(list("client", "GET", "/things/newest")), ["things.newest"])
    assert.deepStrictEqual(names(list("client", "GET", "/things/oldest")), ["things.get"])
  })

  it("routing finds an endpoint even if an id is malformed, so that the rejection names the field", () => {
    assert.deepStrictEqual(names(find("server", "GET", "/users/not-a-uuid")), ["users.get"])
  })

  it("routing returns all endpoints that share method and path", () => {
    assert.sameMembers(names(find("client", "POST", "/auth/oauth/token")), ["oauth.refresh", "oauth.exchangeCode"])
  })

  it("routing decodes the parts of a path", () => {
    const [match] = find("client", "POST", "/connected-accounts/me/a%2Fb%3F%F0%9F%94%91/access-token")
    assert.deepStrictEqual(match?.path, { user_id: "me", provider_id: "a/b?🔑" })
  })

  it("routing accepts path parts that can't be decoded", () => {
    assert.deepStrictEqual(find("server", "GET", "/users/%E0%A4%A")[0]?.path, { user_id: "%E0%A4%A" })
  })

  it("routing finds no endpoint for an unknown path, an unsupported method, or a path with extra or missing segments", () => {
    for (
      const [method, path] of [["GET", "/nope"], ["PUT", "/users/me"], ["OPTIONS", "/users/me"], [
        "GET",
        `/users/${id}/more`
      ]]
    ) {
      assert.deepStrictEqual(find("admin", method!, path!), [])
    }
  })

  it("routing finds the endpoint of the root path", () => {
    assert.deepStrictEqual(names(find("client", "GET", "/")), ["platform.get"])
    assert.deepStrictEqual(names(find("client", "GET", "")), ["platform.get"])
  })
})
