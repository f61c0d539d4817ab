import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import {
  changesFor,
  type CookieOptions,
  type CookieSite,
  httpsCookie,
  parseCookies,
  serialized,
  sessionIn,
  tellsHttps
} from "../../layers/cookies.ts"
import type { StoredTokens } from "../../layers/TokenStore.ts"
import { cookieJar, type TestJar } from "../support/cookieJar.ts"

const project = "6fbbf22e-f4b2-4c6e-95a1-beab6fa41063"
const other = "11111111-2222-4333-8444-555555555555"
const today = 1_750_000_000_000

const siteAt = (url: string, options: CookieOptions & { readonly projectId?: string } = {}): CookieSite => ({
  projectId: project,
  secure: url.startsWith("https:"),
  host: new URL(url).hostname,
  ...options
})

const tokens = (refresh: string | undefined, access: string | undefined): StoredTokens => ({
  refreshToken: refresh === undefined ? undefined : Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const inWords = (found: StoredTokens | null): ReadonlyArray<string | undefined> | null =>
  found === null ?
    null :
    [found.refreshToken, found.accessToken].map((token) => token === undefined ? undefined : Redacted.value(token))

const read = (jar: TestJar, url: string, options?: Parameters<typeof siteAt>[1]) =>
  inWords(sessionIn(parseCookies(jar.read(url)), siteAt(url, options)))

const write = (
  jar: TestJar,
  url: string,
  next: StoredTokens | null,
  options?: Parameters<typeof siteAt>[1],
  now = today
) => {
  const changes = changesFor(parseCookies(jar.read(url)), next, siteAt(url, options), now)
  for (const cookie of changes ?? assert.fail("it does not fit")) jar.set(serialized(cookie), url)
}

const https = "https://app.example.com/"
const http = "http://localhost:3000/"

const structured = (token: string, at: number) =>
  encodeURIComponent(JSON.stringify({ refresh_token: token, updated_at_millis: at }))

describe("a session that a sibling site shares", () => {
  const sibling = "https://example.com/"
  const signedInThere = () => {
    const jar = cookieJar()
    write(jar, sibling, tokens("R", undefined), { domain: "example.com" })
    return jar
  }
  const refreshNames = (jar: TestJar) =>
    parseCookies(jar.read(https)).flatMap(([name]) => name.includes("refresh") ? [name] : [])

  it("stays shared when its access token is refreshed, where no domain is configured", () => {
    const jar = signedInThere()
    const before = refreshNames(jar)

    write(jar, https, tokens("R", "fresh"))

    assert.deepStrictEqual(read(jar, sibling), ["R", undefined])
    assert.deepStrictEqual(read(jar, https), ["R", "fresh"])
    assert.deepStrictEqual(refreshNames(jar), before)
  })

  it("ends for all of them with a sign-out, and is replaced by one of this site alone with a sign-in", () => {
    const left = signedInThere()
    const replaced = signedInThere()

    write(left, https, null)
    write(replaced, https, tokens("another", "A"))

    assert.isNull(read(left, sibling))
    assert.isNull(read(replaced, sibling))
    assert.deepStrictEqual(read(replaced, https), ["another", "A"])
  })

  it("is this site's alone where only cookies of its own host are believed", () => {
    const jar = signedInThere()

    write(jar, https, tokens("R", "A"), { hostOnly: true })

    assert.deepStrictEqual(read(jar, https, { hostOnly: true }), ["R", "A"])
  })
})

describe("reading cookies", () => {
  const r = `stack-refresh-${project}`
  const h = `hexclave-refresh-${project}`
  const access = (refresh: string, token: string) => encodeURIComponent(JSON.stringify([refresh, token]))
  const cases: Record<string, [cookies: string, session: ReadonlyArray<string | undefined> | null]> = {
    "nothing": ["", null],
    "others' cookies alone": ["theme=dark; session=1", null],
    "plain with its access token": [`${r}=R1; stack-access=${access("R1", "A1")}`, ["R1", "A1"]],
    "plain with another session's access token": [`${r}=R1; stack-access=${access("R0", "A0")}`, ["R1", undefined]],
    "the name without project": ["stack-refresh=R1", ["R1", undefined]],
    "both plain names": [`stack-refresh=R0; ${r}=R1`, ["R1", undefined]],
    "structured": [`${r}--default=${structured("R2", 5)}`, ["R2", undefined]],
    "structured over HTTPS": [`__Host-${r}--default=${structured("R2", 5)}`, ["R2", undefined]],
    "structured and shared": [`${r}--custom-CSQPYRK1=${structured("R2", 5)}`, ["R2", undefined]],
    "of the new name": [`${h}--default=${structured("R3", 5)}; hexclave-access=${access("R3", "A3")}`, ["R3", "A3"]],
    "both access cookies": [
      `${r}=R1; stack-access=${access("R1", "old")}; hexclave-access=${access("R1", "new")}`,
      ["R1", "new"]
    ],
    "I6 several, the newest counts": [
      [3, 9, 5].map((at) => `${r}--custom-${at}=${structured(`R${at}`, at)}`).join("; "),
      ["R9", undefined]
    ],
    "I6 the new name before the plain one": [`${r}=R1; ${h}--default=${structured("R3", 1)}`, ["R3", undefined]],
    "I6 the plain one before structured of the old name": [
      `${r}--default=${structured("R2", 9)}; ${r}=R1`,
      ["R1", undefined]
    ],
    "I6 the new name before a newer one of the old name": [
      `${r}--default=${structured("R2", 9)}; ${h}--default=${structured("R3", 1)}`,
      ["R3", undefined]
    ],
    "I2 a longer project id": [
      `stack-refresh-${project}0=R1; stack-refresh-${project}0--default=${structured("R", 1)}`,
      null
    ],
    "I3 another project's": [`stack-refresh-${other}=R1; stack-access=${access("R1", "A1")}`, null],
    "a session without refresh token": [`stack-access=${access("", "A1")}`, [undefined, "A1"]],
    "I5 percent garbage": [`${r}=%E0%A4%A; ${h}--default=%7B%`, ["%E0%A4%A", undefined]],
    "I5 no JSON, and JSON that is none of ours": [
      ["{", "[]", "null", "7", "%7B%22refresh_token%22%3A7%7D", "%7B%22refresh_token%22%3A%22R%22%7D"]
        .map((value, at) => `${r}--custom-${at}=${value}`).join("; "),
      null
    ],
    "I5 access cookies that are none": [
      ["[]", "[\"R1\"]", "[\"R1\",7]", "[\"R1\",\"A\",\"B\"]", "[\"R1\",\"undefined\"]", "{\"0\":\"R1\"}", "R1"]
        .map((value) => `stack-access=${encodeURIComponent(value)}`).concat(`${r}=R1`).join("; "),
      ["R1", undefined]
    ],
    "I5 duplicate names: the first that is a token": [`${r}=; ${r}=undefined; ${r}=R1; ${r}=R2`, ["R1", undefined]],
    "I5 __proto__ and its like as names": [
      `__proto__=x; constructor=y; toString=z; ${r}=R1; hasOwnProperty=stack`,
      ["R1", undefined]
    ],
    "I5 no pairs, no names, quotes": [`;;=; =x; alone; ${r}="R1" `, ["R1", undefined]],
    "a token that no header can carry": [`${r}=a%0D%0Ab`, null]
  }
  for (const [what, [cookies, session]] of Object.entries(cases)) {
    it(what, () => {
      const found = sessionIn(parseCookies(cookies), siteAt(http))

      assert.deepStrictEqual(inWords(found), session)
      assert.isUndefined(({} as Record<string, unknown>)["x"])
    })
  }

  it("J2 takes time in proportion to the length: 1 MB of separators and garbage", () => {
    for (const hostile of ["; ".repeat(500_000), "%".repeat(1e6), "=".repeat(1e6), `${r}=${"\"".repeat(1e6)}`]) {
      assert.isAtMost(parseCookies(hostile).length, 1)
    }
  })

  it("knows from its cookies that a page came by HTTPS", () => {
    assert.isTrue(tellsHttps(parseCookies("stack-is-https=true")))
    assert.isTrue(tellsHttps(parseCookies("__Host-x=1")))
    assert.isFalse(tellsHttps(parseCookies("a=1")))
  })
})

describe("writing cookies", () => {
  const written: ReadonlyArray<[what: string, url: string, options: CookieOptions, cookies: ReadonlyArray<string>]> = [
    ["structured over HTTPS", https, {}, [
      `__Host-stack-refresh-${project}--default={%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["structured over HTTP", http, {}, [
      `stack-refresh-${project}--default={%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; SameSite=Lax",
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax"
    ]],
    ["plain", https, { format: "plain" }, [
      `stack-refresh-${project}=R; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["hexclave", https, { format: "hexclave" }, [
      `__Host-hexclave-refresh-${project}--default={%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
      "hexclave-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["shared by a domain's sites", https, { domain: "Example.com" }, [
      `stack-refresh-${project}--custom-CNW62VBGDHJJWRVFDM=`
      + `{%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; Domain=example.com; SameSite=Lax; Secure",
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]]
  ]
  for (const [what, url, options, cookies] of written) {
    it(`I1 ${what}: names, values and attributes`, () => {
      const changes = changesFor([], tokens("R", "A"), siteAt(url, options), today)!

      assert.deepStrictEqual(changes.map(serialized), cookies)
    })

    it(`${what}: what is written is read, by every client that reads every format`, () => {
      const jar = cookieJar()

      write(jar, url, tokens("R", "A"), options)

      assert.deepStrictEqual(read(jar, url, options), ["R", "A"])
      assert.deepStrictEqual(read(jar, url), ["R", "A"])
    })
  }

  it("I1 inside another site's page: SameSite=None and Partitioned, and nothing of that elsewhere", () => {
    const framed = changesFor([], tokens("R", "A"), { ...siteAt(https), partitioned: true }, today)!.map(serialized)
    const top = changesFor([], tokens("R", "A"), siteAt(https), today)!.map(serialized)

    assert.isTrue(framed.every((each) => each.endsWith("SameSite=None; Secure; Partitioned")))
    assert.isFalse(top.some((each) => /None|Partitioned/.test(each)))
  })

  for (const format of ["structured", "plain", "hexclave"] as const) {
    it(`I2 ${format}: every other refresh cookie of the project is replaced, on every parent domain`, () => {
      const jar = cookieJar()
      jar.set("stack-refresh=old1; Path=/", https)
      jar.set(`stack-refresh-${project}=old2; Path=/; Domain=example.com`, https)
      jar.set(`stack-refresh-${project}--custom-X=${structured("old3", 9e15)}; Path=/; Domain=app.example.com`, https)
      jar.set(`__Host-hexclave-refresh-${project}--default=${structured("old4", 9e15)}; Path=/; Secure`, https)
      jar.set(`hexclave-access=${encodeURIComponent("[\"old4\",\"A4\"]")}; Path=/`, https)

      write(jar, https, tokens("R", "A"), { format })

      assert.strictEqual(jar.kept().length, 2)
      assert.deepStrictEqual(read(jar, https), ["R", "A"])

      write(jar, https, null, { format })

      assert.deepStrictEqual(jar.kept(), [])
    })
  }

  it("I3 two projects on one host: each keeps its session, whatever the other does", () => {
    const jar = cookieJar()
    const theirs = { projectId: other }
    write(jar, http, tokens("R1", "A1"))
    write(jar, http, tokens("R2", "A2"), theirs)

    assert.deepStrictEqual(read(jar, http), ["R1", undefined])
    assert.deepStrictEqual(read(jar, http, theirs), ["R2", "A2"])

    write(jar, http, null)

    assert.isNull(read(jar, http))
    assert.deepStrictEqual(read(jar, http, theirs), ["R2", "A2"])
  })

  it("I4 an access token that does not fit is left out, with the one before it; the refresh token stays", () => {
    const jar = cookieJar()
    write(jar, http, tokens("R", "A"))

    write(jar, http, tokens("R", "x".repeat(4060)))
    assert.deepStrictEqual(read(jar, http), ["R", "x".repeat(4060)])

    write(jar, http, tokens("R", "x".repeat(4070)))
    assert.deepStrictEqual(read(jar, http), ["R", undefined])
  })

  it("I4 a refresh token that does not fit is refused", () => {
    assert.isUndefined(changesFor([], tokens("x".repeat(4097), "A"), siteAt(http), today))
  })

  it("a session without refresh token is written and read too", () => {
    const jar = cookieJar()
    write(jar, http, tokens("R", "A"))

    write(jar, http, tokens(undefined, "B"))

    assert.deepStrictEqual(read(jar, http), [undefined, "B"])
  })

  it("the marker of HTTPS is Secure", () => {
    assert.strictEqual(
      serialized(httpsCookie(siteAt(https))),
      "stack-is-https=true; Path=/; Max-Age=31536000; SameSite=Lax; Secure"
    )
  })
})

describe("I7 a sibling site that plants cookies on the parent domain", () => {
  const evil = "https://evil.example.com/"
  const plant = (jar: TestJar) => {
    for (
      const [name, value] of [
        [`stack-refresh-${project}`, "planted"],
        ["stack-refresh", "planted"],
        [`stack-refresh-${project}--default`, structured("planted", 9e15)],
        [`hexclave-refresh-${project}--default`, structured("planted", 9e15)],
        [`stack-refresh-${project}--custom-CNW62VBGDHJJWRVFDM0`, structured("planted", 9e15)],
        ["hexclave-access", encodeURIComponent("[\"planted\",\"planted\"]")]
      ]
    ) jar.set(`${name}=${value}; Path=/; Domain=example.com`, evil)
  }

  it("does not replace a session that is there", () => {
    const jar = cookieJar()
    write(jar, https, tokens("R", "A"))

    plant(jar)

    assert.deepStrictEqual(read(jar, https), ["R", "A"])
  })

  it("is signed out like everybody, and does not come back by itself", () => {
    const jar = cookieJar()
    plant(jar)
    write(jar, https, tokens("R", "A"))
    plant(jar)

    write(jar, https, null)

    assert.isNull(read(jar, https))
  })

  it("signs nobody in where only this host's cookies count", () => {
    const jar = cookieJar()
    plant(jar)

    assert.isNull(read(jar, https, { hostOnly: true }))
    write(jar, https, tokens("R", "A"), { hostOnly: true })
    assert.deepStrictEqual(read(jar, https, { hostOnly: true }), ["R", "A"])
  })

  it("signs nobody in with an access token alone where only this host's cookies count", () => {
    const jar = cookieJar()
    jar.set(`stack-access=${encodeURIComponent("[\"\",\"planted\"]")}; Path=/; Domain=example.com`, evil)

    assert.deepStrictEqual(read(jar, https), [undefined, "planted"])
    assert.isNull(read(jar, https, { hostOnly: true }))
  })

  it("does not pass for the host's own by white space that browsers take for a part of the name", () => {
    for (const space of ["\u2000", "\u00a0", "\ufeff", "\u3000", "\u2028", "\u0085", "\v", "\f"]) {
      const planted = `${space}__Host-stack-refresh-${project}--default=${structured("planted", 9e15)}`
      const site = siteAt(https, { hostOnly: true })

      assert.isNull(sessionIn(parseCookies(planted), site), JSON.stringify(space))
      assert.isNull(sessionIn(parseCookies(`a=b; ${planted}`), site), JSON.stringify(space))
    }
  })

  it("cannot plant a cookie of the host itself", () => {
    const jar = cookieJar()

    jar.set(
      `__Host-stack-refresh-${project}--default=${structured("planted", 9e15)}; Path=/; Domain=example.com; Secure`,
      evil
    )

    assert.isNull(read(jar, https))
  })

  it("shares the session where the domain is shared: a sign-in there is one here", () => {
    const jar = cookieJar()
    const shared = { domain: "example.com" }
    write(jar, https, tokens("R", "A"))
    write(jar, "https://shop.example.com/", tokens("R2", "A2"), shared, today + 1)

    assert.deepStrictEqual(read(jar, https, shared), ["R2", undefined])

    write(jar, https, tokens("R2", "A3"), shared, today + 2)
    assert.deepStrictEqual(read(jar, "https://shop.example.com/", shared)?.[0], "R2")
  })
})
