import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as project from "../../../src/admin/project.ts"
import { wireProject } from "../../support/contract/wireEntities.ts"
import { conversation } from "../../support/platform/conversation.ts"
import { type Answer, json, knownError } from "../../support/platform/scriptedTransport.ts"
import { keptProject } from "./wireRecord.ts"

const one = { domain: "https://one.example", handler_path: "/handler" }
const two = { domain: "https://two.example", handler_path: "/auth" }

describe("admin.project.addTrustedDomain", () => {
  it.effect("a project keeps its existing trusted domains when another domain is added", () =>
    Effect.gen(function*() {
      const kept = keptProject({ domains: [one, two] })

      const { value } = yield* conversation(
        "admin",
        project.addTrustedDomain({ domain: "https://three.example" }),
        kept.answer
      )

      assert.deepStrictEqual(value().config.domains.map(({ domain }) => domain), [
        "https://one.example",
        "https://two.example",
        "https://three.example"
      ])
      assert.deepStrictEqual(kept.config.domains[1], two)
    }))

  it.effect("all trusted domains that a program adds concurrently are kept", () =>
    Effect.gen(function*() {
      const kept = keptProject({ domains: [one] })
      const many = Effect.forEach(
        ["a", "b", "c", "d"],
        (name) => project.addTrustedDomain({ domain: `https://${name}.example` }),
        { concurrency: "unbounded" }
      )

      yield* conversation("admin", many, kept.answer)

      assert.strictEqual(kept.config.domains.length, 5)
    }))

  it.effect("adding a trusted domain writes nothing if the domain is already trusted, even in a different spelling", () =>
    Effect.gen(function*() {
      const kept = keptProject({ domains: [one] })

      const { requestLines } = yield* conversation(
        "admin",
        project.addTrustedDomain({ domain: "HTTPS://One.example/" }),
        kept.answer
      )

      assert.deepStrictEqual(requestLines, ["GET /internal/projects/current"])
    }))

  it.effect("adding a trusted domain again changes its handler path", () =>
    Effect.gen(function*() {
      const kept = keptProject({ domains: [one, two] })

      yield* conversation("admin", project.addTrustedDomain({ domain: one.domain, handlerPath: "/auth" }), kept.answer)

      assert.deepStrictEqual(kept.config.domains, [{ ...one, handler_path: "/auth" }, two])
    }))
})

describe("admin.project.removeTrustedDomain", () => {
  it.effect("removing a trusted domain keeps the other domains", () =>
    Effect.gen(function*() {
      const kept = keptProject({ domains: [one, two] })

      yield* conversation("admin", project.removeTrustedDomain({ domain: one.domain }), kept.answer)

      assert.deepStrictEqual(kept.config.domains, [two])
    }))

  it.effect("removing a trusted domain writes nothing if the domain was not trusted", () =>
    Effect.gen(function*() {
      const kept = keptProject({ domains: [one] })

      const { requestLines } = yield* conversation(
        "admin",
        project.removeTrustedDomain({ domain: "https://x.test" }),
        kept.answer
      )

      assert.deepStrictEqual(requestLines, ["GET /internal/projects/current"])
    }))
})

describe("the full logo", () => {
  const logo = "https://acme.example/logo.png"
  /** A platform that accepts the logo only under one of its names. */
  const platformOf = (name: string): Answer => (request) => {
    const { full_logo_url: _, ...kept } = { full_logo_url: null, ...wireProject }
    const fields = JSON.parse(request.body ?? "{}")
    const other = name === "logo_full_url" ? "full_logo_url" : "logo_full_url"
    return other in fields
      ? knownError("SCHEMA_ERROR", 400, { message: `body contains unknown properties: ${other}` })(request)
      : json({ ...kept, [name]: fields[name] ?? logo })(request)
  }

  for (const name of ["logo_full_url", "full_logo_url"]) {
    it.effect(`an admin client reads and changes the full logo by either name on a platform that uses ${name}`, () =>
      Effect.gen(function*() {
        const platform = platformOf(name)
        const read = yield* conversation("admin", project.get(), platform)
        const today = yield* conversation("admin", project.update({ logoFullUrl: `${logo}?2` }), platform)
        const before = yield* conversation("admin", project.update({ fullLogoUrl: `${logo}?3` }), platform)
        const logos = [read, today, before].map(({ value }) => [value().logoFullUrl, value().fullLogoUrl])

        assert.deepStrictEqual(logos, ["", "?2", "?3"].map((end) => [logo + end, logo + end]))
      }))
  }

  it.effect("a project update is retried with the logo's other name only if the update changes the logo", () =>
    Effect.gen(function*() {
      const { requestLines } = yield* conversation(
        "admin",
        project.update({ displayName: "Acme" }),
        knownError("SCHEMA_ERROR", 400, { message: "no" })
      )

      assert.lengthOf(requestLines, 1)
    }))
})
