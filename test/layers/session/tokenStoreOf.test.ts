import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CookiePage } from "../../../layers/session/browserCookies.ts"
import type { CookieOptions } from "../../../layers/session/cookies.ts"
import { layerExplicit, TokenStore } from "../../../layers/session/TokenStore.ts"
import { tokenStoreOf, type TokenStoreOption } from "../../../layers/session/tokenStoreOf.ts"
import { project } from "../../support/contract/project.ts"
import { cookieJar } from "../../support/platform/cookieJar.ts"

const tokens = { refreshToken: Redacted.make("R"), accessToken: Redacted.make("A") }

/** Opens the store for an option, in an environment with or without a browser. */
const open = (
  choice: TokenStoreOption | undefined,
  jar = cookieJar(),
  inBrowser = true,
  url = "http://localhost:3000/",
  cookies?: CookieOptions
) =>
  Effect.map(
    Layer.build(
      tokenStoreOf(choice, cookies).pipe(
        Layer.provide([
          project,
          Layer.succeed(
            CookiePage,
            inBrowser
              ? {
                read: () => jar.read(url),
                write: (cookie) => jar.set(cookie, url),
                secure: url.startsWith("https:"),
                host: new URL(url).hostname,
                framed: false,
                events: undefined
              }
              : undefined
          )
        ])
      )
    ),
    Context.get(TokenStore)
  )

const cookieCount = (choice: TokenStoreOption | undefined, inBrowser: boolean) =>
  Effect.gen(function*() {
    const jar = cookieJar()
    const store = yield* open(choice, jar, inBrowser)
    yield* store.compareAndSet(null, tokens)
    return jar.kept().length
  })

describe("tokenStoreOf", () => {
  it.effect("tokenStore defaults to cookies in a browser and to memory elsewhere", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* cookieCount(undefined, true), 2)
      assert.strictEqual(yield* cookieCount(undefined, false), 0)
    }))

  for (const choice of ["cookie", "nextjs-cookie"] as const) {
    it.effect(`tokenStore "${choice}" sets cookies in a browser and fails with a typed error elsewhere`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* cookieCount(choice, true), 2)
        const error = yield* Effect.flip(open(choice, cookieJar(), false))
        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.include(error.message, `tokenStore is "${choice}"`)
      }))
  }

  it.effect("tokenStore \"memory\" creates a separate store per client, without cookies", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* cookieCount("memory", true), 0)
      const copy = yield* open("memory")
      yield* copy.compareAndSet(null, tokens)
      assert.isNull(yield* (yield* open("memory")).get)
    }))

  const explicit: ReadonlyArray<[TokenStoreOption, ReadonlyArray<string | undefined> | null]> = [
    [{ accessToken: "A", refreshToken: "R" }, ["R", "A"]],
    [{ accessToken: Redacted.make("A"), refreshToken: Redacted.make("R") }, ["R", "A"]],
    [{ accessToken: null, refreshToken: "R" }, ["R", undefined]],
    [{ accessToken: "A" }, [undefined, "A"]],
    [{ headers: { "x-stack-auth": "{\"accessToken\":\"A\",\"refreshToken\":\"R\"}" } }, ["R", "A"]],
    [new Request("http://localhost/", { headers: { cookie: "stack-refresh=R" } }), ["R", undefined]],
    [layerExplicit(tokens), ["R", "A"]]
  ]
  for (const [at, [choice, expected]] of explicit.entries()) {
    it.effect(`tokenStore accepts explicit tokens, a request or a layer, and reads their tokens (${at + 1})`, () =>
      Effect.gen(function*() {
        const found = yield* (yield* open(choice)).get

        assert.deepStrictEqual(
          [found?.refreshToken, found?.accessToken].map((token) => token && Redacted.value(token)),
          expected
        )
      }))
  }

  const url = "https://app.example.com/"
  const cookieChoices: { readonly [choice: string]: TokenStoreOption | undefined } = {
    "the default": undefined,
    "\"cookie\"": "cookie",
    "\"nextjs-cookie\"": "nextjs-cookie",
    "a request": new Request(url, { headers: { cookie: "stack-refresh=older" } })
  }
  for (const [name, choice] of Object.entries(cookieChoices)) {
    it.effect(`I7: tokenStore reads older cookies over HTTPS for ${name} only if its options allow it`, () =>
      Effect.gen(function*() {
        const found = (cookies?: CookieOptions) =>
          Effect.gen(function*() {
            const jar = cookieJar()
            jar.set("stack-refresh=older; Path=/", url)
            // a new request each time, because the session is cached for each request object
            const copy = choice instanceof Request ? new Request(choice) : choice
            return yield* (yield* open(copy, jar, true, url, cookies)).get
          })

        assert.isNull(yield* found())
        assert.isNull(yield* found({ readOlderCookies: { until: "1970-01-01" } }))
        assert.isNotNull(yield* found({ readOlderCookies: { until: "1970-01-02" } }))
      }))
  }

  it.effect("tokenStore null stores nothing", () =>
    Effect.gen(function*() {
      assert.isTrue((yield* open(null)).keepsNothing)
    }))

  const odd: ReadonlyArray<unknown> = [
    "cookies",
    7,
    true,
    {},
    [],
    { accessToken: 7 },
    { refreshToken: "undefined" },
    { accessToken: "null" },
    { headers: null },
    () => {}
  ]
  for (const choice of odd) {
    it.effect(`tokenStore fails with a typed error for the invalid option ${String(JSON.stringify(choice))}`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(open(choice as TokenStoreOption))

        assert.strictEqual(error.message.slice(0, 39), "tokenStore is not one of the choices. C")
      }))
  }

  it.effect("the error for an empty token in tokenStore names the token and what to pass instead", () =>
    Effect.gen(function*() {
      const both = yield* Effect.flip(open({ accessToken: "", refreshToken: "" }))
      const one = yield* Effect.flip(open({ accessToken: null, refreshToken: Redacted.make("") }))

      assert.match(
        both.message,
        /^tokenStore has an empty accessToken and an empty refreshToken\. Pass null for a token that you don't have/
      )
      assert.match(one.message, /^tokenStore has an empty refreshToken\. /)
    }))
})
