/** Every error has a page, made of one entry. */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import manifest from "../../../../package.json" with { type: "json" }
import { families } from "../../../../schemas/catalogue.ts"
import { CallError, RateLimited } from "../../../../schemas/errors/CallError.ts"
import { EmailPasswordMismatch } from "../../../../schemas/errors/index.ts"
import { site } from "../../../../schemas/site.ts"
import { errorCatalogue, subjectOrder } from "../../../../src/cli/errors/index.ts"
import { AuthenticationUnavailable, NotAuthenticated, NotPermitted } from "../../../../src/httpApi/index.ts"
import { root } from "../../../docs/sources.ts"

const catalogue = await errorCatalogue()

const byTag = new Map(catalogue.map((entry) => [entry.tag, entry]))

type ErrorClass = new(...args: ReadonlyArray<any>) => Error

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === "function" && value.prototype instanceof Error && !families.includes(value as never)

/** What users import, entry by entry; namespaces are looked into. */
const exported = await Promise.all(
  Object.entries(manifest.exports).flatMap(([entry, target]) =>
    typeof target === "string" || !("latchkey-source" in target) || entry.includes("*")
      ? []
      : [(async () => {
        const module = await import(pathToFileURL(path.join(root, target["latchkey-source"])).href)
        const spaces = Object.values<any>(module).filter((value) => value?.[Symbol.toStringTag] === "Module")
        const values = [module, ...spaces].flatMap((space) => Object.entries(space))
        return {
          from: path.posix.join(manifest.name, entry),
          errors: new Map(values.filter((named): named is [string, ErrorClass] => isErrorClass(named[1])))
        }
      })()]
  )
)

/** What all known errors are, and two that transports and gates tell their callers: no call fails with them. */
const notMet = new Set(["KnownError", "HeldBack", "Lost"])

describe("the catalogue of errors", () => {
  it("has every error class that a program can import", () => {
    const names = new Set(exported.flatMap(({ errors }) => [...errors.keys()]))

    assert.isAbove(names.size, 170)
    assert.deepStrictEqual([...names].filter((name) => !byTag.has(name) && !notMet.has(name)), [])
  })

  it("says of each where it is imported from, and is right", () => {
    const wrong = catalogue.filter(({ from, tag }) =>
      from !== undefined && !exported.some((entry) => entry.from === from && entry.errors.has(tag))
    )

    assert.deepStrictEqual(wrong.map(({ from, tag }) => `${tag} from ${from}`), [])
  })

  it.each(catalogue)("says of $name what happened, why that mostly is, and what to do", ({ causes, fixes, what }) => {
    assert.isAbove(what.length, 20)
    for (const list of [causes, fixes]) {
      assert.isNotEmpty(list)
      for (const sentence of list) assert.match(sentence, /^[A-Z"`][\s\S]{10,}[.)]$/)
    }
    for (const text of [what, ...causes, ...fixes]) {
      assert.notMatch(text, /  |docs\/\w|\{@|@(?:cause|fix|status)|\u00a7/)
    }
  })

  it("has a subject for each error that the list has a group for", () => {
    assert.deepStrictEqual(catalogue.filter(({ subject }) => !subjectOrder.includes(subject)), [])
    assert.strictEqual(byTag.get("TeamNotFound")?.subject, "Teams")
    assert.strictEqual(byTag.get("TokenRejected")?.subject, "Errors of latchkey/verify")
  })

  it("has one page for each, with an address that needs no escapes", () => {
    assert.strictEqual(new Set(catalogue.map(({ docs }) => docs)).size, catalogue.length)
    for (const { docs, name } of catalogue) {
      assert.strictEqual(docs, `${manifest.homepage}errors/${name}`)
      assert.match(name, /^\w+$/)
    }
  })

  it("is on the site that package.json names", () => {
    assert.strictEqual(site, manifest.homepage)
  })

  it("gives those their status that answer a request", () => {
    for (const error of [NotAuthenticated, NotPermitted, AuthenticationUnavailable]) {
      assert.strictEqual(byTag.get(error.identifier)?.status ?? "none", error.ast.annotations?.["httpApiStatus"])
    }
  })

  it("says what is tried again before a program hears of it", () => {
    const retried = (tag: string) => byTag.get(tag)?.retried

    assert.deepStrictEqual(
      ["RateLimited", "LoopDetected", "ConnectionFailed", "TimedOut", "AccessTokenExpired", "EmailPasswordMismatch"]
        .map(retried),
      ["always", "always", "idempotent", "idempotent", "renewed", "never"]
    )
  })
})

describe("an error", () => {
  it("knows its page: a known one by its code, a CallError that of its reason, any other by its tag", () => {
    const reason = new RateLimited({ attempts: 1, retryAfterMillis: undefined })

    assert.strictEqual(new EmailPasswordMismatch().docs, byTag.get("EmailPasswordMismatch")!.docs)
    assert.strictEqual(reason.docs, byTag.get("RateLimited")!.docs)
    assert.strictEqual(new CallError({ endpoint: "users.getMe", reason }).docs, reason.docs)
  })
})
