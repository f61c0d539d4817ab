import { assert, describe, it } from "@effect/vitest"
import { create } from "../../../../../src/emulator/model/configuration/projects.ts"
import { isTrusted, withCode } from "../../../../../src/emulator/model/configuration/trustedUrls.ts"
import type { ProjectConfig } from "../../../../../src/emulator/state/config.ts"
import { empty } from "../../../../../src/emulator/state/Store.ts"

const project = (config: Partial<ProjectConfig>) =>
  create(empty(), 0, { id: "p", displayName: "P", ownerTeamId: null, config })

const trusting = (...domains: ReadonlyArray<string>) =>
  project({ allowLocalhost: false, domains: domains.map((domain) => ({ domain, handlerPath: "/handler" })) })

describe("trusted URLs", () => {
  it("every localhost URL is trusted if the project allows localhost", () => {
    const local = ["http://localhost:3000/x", "custom://localhost/x", "https://a.b.localhost", "http://127.9.9.9:1/"]

    for (const url of local) {
      assert.isTrue(isTrusted(project({ allowLocalhost: true }), url), url)
      assert.isFalse(isTrusted(project({ allowLocalhost: false }), url), url)
    }
    assert.isFalse(isTrusted(project({ allowLocalhost: true }), "http://localhost.example.com"))
  })

  it("a trusted domain is compared by scheme, host and port, without the path", () => {
    const trusted = trusting("https://app.example.com/handler")

    assert.isTrue(isTrusted(trusted, "https://app.example.com/elsewhere?x=1"))
    assert.isTrue(isTrusted(trusted, "https://app.example.com:443/"))
    assert.isFalse(isTrusted(trusted, "http://app.example.com/"))
    assert.isFalse(isTrusted(trusted, "https://app.example.com:8443/"))
    assert.isFalse(isTrusted(trusted, "https://evil.example.com/"))
  })

  it("a trusted domain's wildcards match within a label with one star, and across labels with two stars", () => {
    assert.isTrue(isTrusted(trusting("https://*.example.com"), "https://a.example.com/"))
    assert.isFalse(isTrusted(trusting("https://*.example.com"), "https://a.b.example.com/"))
    assert.isFalse(isTrusted(trusting("https://*.example.com"), "https://example.com/"))
    assert.isTrue(isTrusted(trusting("https://**.example.com"), "https://a.b.example.com/"))
    assert.isTrue(isTrusted(trusting("https://pr-*.example.com"), "https://pr-12.example.com/"))
    assert.isFalse(isTrusted(trusting("https://*.example.com"), "https://a-example.com/"))
  })

  it("a trusted domain with a wildcard and no port matches only the default port", () => {
    assert.isFalse(isTrusted(trusting("https://*.example.com"), "https://a.example.com:8443/"))
    assert.isTrue(isTrusted(trusting("https://*.example.com:8443"), "https://a.example.com:8443/"))
    assert.isTrue(isTrusted(trusting("https://*.example.com:*"), "https://a.example.com/"))
    assert.isTrue(isTrusted(trusting("https://*.example.com:443"), "https://a.example.com/"))
  })

  it("J2: trusted domains are matched in linear time, even with many stars and a long host", () => {
    const stars = trusting(`https://${"**.".repeat(30)}example.com`)

    assert.isFalse(isTrusted(stars, `https://${"a.".repeat(10_000)}example.org/`))
    assert.isTrue(isTrusted(stars, `https://${"a.".repeat(10_000)}example.com/`))
  })
})

describe("links in emails", () => {
  it("an email's link keeps the query of the callback URL", () => {
    assert.strictEqual(withCode("http://localhost/x?a=1&code=old#part", "new"), "http://localhost/x?a=1&code=new#part")
  })
})
