import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { CookiePage } from "../../../layers/session/browserCookies.ts"
import type { CookieOptions } from "../../../layers/session/cookies.ts"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { tokenStoreOf, type TokenStoreOption } from "../../../layers/session/tokenStoreOf.ts"
import { cookieJar } from "../../support/cookieJar.ts"
import { project } from "../../support/project.ts"

const tokens = { refreshToken: Redacted.make("R"), accessToken: Redacted.make("A") }

/** The store of a choice, with or without a browser around. */
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

const kept = (choice: TokenStoreOption | undefined, inBrowser: boolean) =>
  Effect.gen(function*() {
    const jar = cookieJar()
    const store = yield* open(choice, jar, inBrowser)
    yield* store.compareAndSet(null, tokens)
    return jar.kept().length
  })

describe("tokenStoreOf", () => {
  it.effect("by default a browser keeps cookies, and any other program memory", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* kept(undefined, true), 2)
      assert.strictEqual(yield* kept(undefined, false), 0)
    }))

  for (const choice of ["cookie", "nextjs-cookie"] as const) {
    it.effect(`"${choice}" keeps cookies in a browser, and is a typed error elsewhere`, () =>
      Effect.gen(function*() {
        assert.strictEqual(yield* kept(choice, true), 2)
        const error = yield* Effect.flip(open(choice, cookieJar(), false))
        assert.strictEqual(error._tag, "InvalidConfiguration")
        assert.include(error.message, `tokenStore is "${choice}"`)
      }))
  }

  it.effect("\"memory\" is a store of its own for each client, and leaves no cookie", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* kept("memory", true), 0)
      const one = yield* open("memory")
      yield* one.compareAndSet(null, tokens)
      assert.isNull(yield* (yield* open("memory")).get)
    }))

  const explicit: ReadonlyArray<[TokenStoreOption, ReadonlyArray<string | undefined> | null]> = [
    [{ accessToken: "A", refreshToken: "R" }, ["R", "A"]],
    [{ accessToken: Redacted.make("A"), refreshToken: Redacted.make("R") }, ["R", "A"]],
    [{ accessToken: null, refreshToken: "R" }, ["R", undefined]],
    [{ accessToken: "A" }, [undefined, "A"]],
    [{ headers: { "x-stack-auth": "{\"accessToken\":\"A\",\"refreshToken\":\"R\"}" } }, ["R", "A"]],
    [new Request("http://localhost/", { headers: { cookie: "stack-refresh=R" } }), ["R", undefined]],
    [TokenStore.layerExplicit(tokens), ["R", "A"]]
  ]
  for (const [at, [choice, expected]] of explicit.entries()) {
    it.effect(`tokens, a request or a layer are what they hold (${at + 1})`, () =>
      Effect.gen(function*() {
        const found = yield* (yield* open(choice)).get

        assert.deepStrictEqual(
          [found?.refreshToken, found?.accessToken].map((token) => token && Redacted.value(token)),
          expected
        )
      }))
  }

  const url = "https://app.example.com/"
  const ofCookies: { readonly [choice: string]: TokenStoreOption | undefined } = {
    "the default": undefined,
    "\"cookie\"": "cookie",
    "\"nextjs-cookie\"": "nextjs-cookie",
    "a request": new Request(url, { headers: { cookie: "stack-refresh=older" } })
  }
  for (const [name, choice] of Object.entries(ofCookies)) {
    it.effect(`I7 ${name} believes older cookies over HTTPS only where its options say so`, () =>
      Effect.gen(function*() {
        const found = (cookies?: CookieOptions) =>
          Effect.gen(function*() {
            const jar = cookieJar()
            jar.set("stack-refresh=older; Path=/", url)
            // the request is one object, whose session is kept with it
            const one = choice instanceof Request ? new Request(choice) : choice
            return yield* (yield* open(one, jar, true, url, cookies)).get
          })

        assert.isNull(yield* found())
        assert.isNull(yield* found({ readOlderCookies: { until: "1970-01-01" } }))
        assert.isNotNull(yield* found({ readOlderCookies: { until: "1970-01-02" } }))
      }))
  }

  it.effect("null keeps nothing", () =>
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
    { refreshToken: "" },
    { headers: null },
    () => {}
  ]
  for (const choice of odd) {
    it.effect(`anything else, ${String(JSON.stringify(choice))}, is a typed error`, () =>
      Effect.gen(function*() {
        const error = yield* Effect.flip(open(choice as TokenStoreOption))

        assert.strictEqual(error.message.slice(0, 36), "tokenStore is none of the choices. C")
      }))
  }
})
