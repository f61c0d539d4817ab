/** Every error has an entry. The page of the error is created from this entry. */
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { assert, describe, it } from "vitest"
import manifest from "../../../../package.json" with { type: "json" }
import { families } from "../../../../schemas/catalogue.ts"
import { CallError, RateLimited } from "../../../../schemas/errors/CallError.ts"
import { EmailPasswordMismatch } from "../../../../schemas/errors/index.ts"
import { site } from "../../../../schemas/site.ts"
import { AuthenticationUnavailable, NotAuthenticated, NotPermitted } from "../../../../src/backend/httpApi/index.ts"
import { errorCatalogue, subjectOrder } from "../../../../src/cli/errors/index.ts"
import { root } from "../../../docs/sources.ts"

const catalogue = await errorCatalogue()

const byTag = new Map(catalogue.map((entry) => [entry.tag, entry]))

type ErrorClass = new(...args: ReadonlyArray<any>) => Error

const isErrorClass = (value: unknown): value is ErrorClass =>
  typeof value === "function" && value.prototype instanceof Error && !families.includes(value as never)

/** Errors that users can import, by entry. They include errors in namespaces. */
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

/** Errors that no call fails with: the base class, and two internal errors of transports and gates. */
const notMet = new Set(["KnownError", "HeldBack", "TransportError"])

describe("the catalogue of errors", () => {
  it("the error catalogue lists every error class that a program can import", () => {
    const names = new Set(exported.flatMap(({ errors }) => [...errors.keys()]))

    assert.isAbove(names.size, 170)
    assert.deepStrictEqual([...names].filter((name) => !byTag.has(name) && !notMet.has(name)), [])
  })

  it("the error catalogue names the entry point that exports each error", () => {
    const wrong = catalogue.filter(({ from, tag }) =>
      from !== undefined && !exported.some((entry) => entry.from === from && entry.errors.has(tag))
    )

    assert.deepStrictEqual(wrong.map(({ from, tag }) => `${tag} from ${from}`), [])
  })

  it.each(catalogue)(
    "the error catalogue explains what happened, common causes, and fixes of $name",
    ({ causes, fixes, what }) => {
      assert.isAbove(what.length, 20)
      for (const list of [causes, fixes]) {
        assert.isNotEmpty(list)
        for (const sentence of list) assert.match(sentence, /^[A-Z"`][\s\S]{10,}[.)]$/)
      }
      for (const text of [what, ...causes, ...fixes]) {
        assert.notMatch(text, /  |docs\/\w|\{@|@(?:cause|fix|status)|\u00a7/)
      }
    }
  )

  it("the error catalogue has a subject for each group of errors in the list", () => {
    assert.deepStrictEqual(catalogue.filter(({ subject }) => !subjectOrder.includes(subject)), [])
    assert.strictEqual(byTag.get("TeamNotFound")?.subject, "Teams")
    assert.strictEqual(byTag.get("TokenRejected")?.subject, "Errors of latchkey/verify")
  })

  it("the error catalogue has one page per error, with a URL that needs no escapes", () => {
    assert.strictEqual(new Set(catalogue.map(({ docs }) => docs)).size, catalogue.length)
    for (const { docs, name } of catalogue) {
      assert.strictEqual(docs, `${manifest.homepage}errors/${name}`)
      assert.match(name, /^\w+$/)
    }
  })

  it("the error catalogue links to the site in package.json", () => {
    assert.strictEqual(site, manifest.homepage)
  })

  it("the error catalogue has the HTTP status of every error that is sent as a response", () => {
    for (const error of [NotAuthenticated, NotPermitted, AuthenticationUnavailable]) {
      assert.strictEqual(byTag.get(error.identifier)?.status ?? "none", error.ast.annotations?.["httpApiStatus"])
    }
  })

  it("the error catalogue shows which errors are retried automatically", () => {
    const retried = (tag: string) => byTag.get(tag)?.retried

    assert.deepStrictEqual(
      ["RateLimited", "LoopDetected", "ConnectionFailed", "TimedOut", "AccessTokenExpired", "EmailPasswordMismatch"]
        .map(retried),
      ["always", "always", "idempotent", "idempotent", "renewed", "never"]
    )
  })
})

describe("an error", () => {
  it("an error links to its page: a known error by its code, a CallError by its reason, any other error by its tag", () => {
    const reason = new RateLimited({ attempts: 1, retryAfterMillis: undefined })

    assert.strictEqual(new EmailPasswordMismatch().docs, byTag.get("EmailPasswordMismatch")!.docs)
    assert.strictEqual(reason.docs, byTag.get("RateLimited")!.docs)
    assert.strictEqual(new CallError({ endpoint: "users.getMe", reason }).docs, reason.docs)
  })
})
