import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { problemsOf } from "../../../src/admin/productionMode.ts"

const messages = (domains: ReadonlyArray<string>, allowLocalhost = false) =>
  problemsOf({
    id: "p1",
    config: { allowLocalhost, domains: domains.map((domain) => ({ domain, handlerPath: "/handler" })) }
  }).map(({ message }) => message)

describe("productionMode.problemsOf", () => {
  it("production mode accepts HTTPS domains with and without wildcards", () => {
    assert.deepStrictEqual(
      messages(["https://example.com", "https://*.example.com", "https://**.example.com:8443"]),
      []
    )
  })

  it("H10: production mode reports its problems with the protocol's five sentences, localhost first and then domain by domain", () => {
    assert.deepStrictEqual(
      messages(["nonsense", "http://localhost:3000", "https://10.0.0.1", "http://example.com", "https://ok.com"], true),
      [
        "Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings",
        "Trusted domain is not a valid URL: nonsense",
        "Localhost domains are not allowed to be trusted in production mode: http://localhost:3000",
        "Direct IPs are not valid for trusted domains in production mode: https://10.0.0.1",
        "Trusted domains should be HTTPS: http://example.com"
      ]
    )
  })

  it("production mode links each problem to the project's domain settings", () => {
    const problems = problemsOf({
      id: "p1",
      config: { allowLocalhost: true, domains: [{ domain: "x", handlerPath: "/" }] }
    })

    assert.deepStrictEqual(problems.map(({ relativeFixUrl }) => relativeFixUrl), [
      "/projects/p1/domains",
      "/projects/p1/domains"
    ])
  })

  for (const domain of ["https://localhost", "https://app.localhost", "https://*.localhost", "https://127.1.2.3"]) {
    it(`production mode treats ${domain} as localhost`, () => {
      assert.deepStrictEqual(messages([domain]), [
        `Localhost domains are not allowed to be trusted in production mode: ${domain}`
      ])
    })
  }

  it("production mode accepts an IPv6 address, as the platform does", () => {
    assert.deepStrictEqual(messages(["https://[::1]"]), [])
  })

  it.prop(
    "production mode reports at most one problem per domain, and never throws",
    [Schema.Array(Schema.String)],
    ([domains]) => messages(domains).length <= domains.length
  )
})
