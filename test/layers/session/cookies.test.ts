import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import { runInNewContext } from "node:vm"
import {
  changesFor,
  type CookieOptions,
  type CookieSite,
  cookieSite,
  encoded,
  httpsCookie,
  parseCookies,
  probeCookie,
  problemOfCookies,
  serialized,
  sessionIn,
  tellsHttps
} from "../../../layers/session/cookies.ts"
import type { StoredTokens } from "../../../layers/session/TokenStore.ts"
import { cookieJar, type TestJar } from "../../support/platform/cookieJar.ts"

const project = "6fbbf22e-f4b2-4c6e-95a1-beab6fa41063"
const other = "11111111-2222-4333-8444-555555555555"
const today = 1_750_000_000_000

const siteAt = (
  url: string,
  { projectId = project, ...options }: CookieOptions & { readonly projectId?: string } = {},
  now = today
): CookieSite => cookieSite(options, { projectId, secure: url.startsWith("https:"), host: new URL(url).hostname }, now)

const tokens = (refresh: string | undefined, access: string | undefined): StoredTokens => ({
  refreshToken: refresh === undefined ? undefined : Redacted.make(refresh),
  accessToken: access === undefined ? undefined : Redacted.make(access)
})

const tokenTexts = (found: StoredTokens | null): ReadonlyArray<string | undefined> | null =>
  found === null ?
    null :
    [found.refreshToken, found.accessToken].map((token) => token === undefined ? undefined : Redacted.value(token))

const read = (jar: TestJar, url: string, options?: Parameters<typeof siteAt>[1]) =>
  tokenTexts(sessionIn(parseCookies(jar.read(url)), siteAt(url, options)))

const write = (
  jar: TestJar,
  url: string,
  next: StoredTokens | null,
  options?: Parameters<typeof siteAt>[1],
  now = today
) => {
  const changes = changesFor(parseCookies(jar.read(url)), next, siteAt(url, options), now)
  for (const cookie of changes ?? assert.fail("the session doesn't fit in cookies")) jar.set(serialized(cookie), url)
}

const https = "https://app.example.com/"
const http = "http://localhost:3000/"

const structured = (token: string, at: number) =>
  encodeURIComponent(JSON.stringify({ refresh_token: token, updated_at_millis: at }))

const formats = ["structured", "plain", "hexclave"] as const

/** Creates a `Date` of another realm, like a `Date` from a test's DOM. */
const dateOfAnotherRealm = (millis: number): Date => runInNewContext(`new Date(${millis})`)

const migrating = { readOlderCookies: { until: new Date(today + 1) } }

describe("a session shared by a sibling site", () => {
  const sibling = "https://example.com/"
  const shared = { domain: "example.com" }
  const signedInThere = () => {
    const jar = cookieJar()
    write(jar, sibling, tokens("R", undefined), shared)
    return jar
  }
  const refreshNames = (jar: TestJar) =>
    parseCookies(jar.read(https)).flatMap(([name]) => name.includes("refresh") ? [name] : [])

  for (const there of formats.filter((format) => format !== "plain")) {
    for (const here of formats) {
      it(`a shared session stays shared when this site refreshes its access token: ${there} cookies of the other site, ${here} cookies here`, () => {
        const jar = cookieJar()
        jar.set("theme=dark; Path=/", https)
        write(jar, sibling, tokens("R", undefined), { ...shared, format: there })
        const before = refreshNames(jar)

        write(jar, https, tokens("R", "fresh"), { ...migrating, format: here })

        assert.deepStrictEqual(read(jar, sibling, shared), ["R", undefined])
        assert.deepStrictEqual(read(jar, https, { ...migrating, format: here }), ["R", "fresh"])
        assert.deepStrictEqual(refreshNames(jar), before)
      })
    }
  }

  it("a refresh turns a shared session of an unknown domain into a session of the site alone, and moves a shared session to a newly configured domain", () => {
    const unknown = cookieJar()
    unknown.set(`stack-refresh-${project}--custom-X=${structured("R", 1)}; Path=/`, https)
    const configured = signedInThere()
    const own = { ...migrating, domain: "app.example.com" }

    write(unknown, https, tokens("R", "A"), migrating)
    write(configured, https, tokens("R", "A"), own)

    assert.deepStrictEqual(refreshNames(unknown), [`__Host-stack-refresh-${project}--default`])
    assert.deepStrictEqual(
      configured.kept().flatMap(({ attributes }) => attributes.get("domain") ?? []),
      ["app.example.com"]
    )
    assert.isNull(read(configured, sibling, shared))
    assert.deepStrictEqual(read(configured, https, own), ["R", "A"])
  })

  it("a sign-out on one site ends a shared session on all sites, and a sign-in replaces it with a session of this site alone", () => {
    const signedOut = signedInThere()
    const replaced = signedInThere()

    write(signedOut, https, null, migrating)
    write(replaced, https, tokens("another", "A"), migrating)

    assert.isNull(read(signedOut, sibling, shared))
    assert.isNull(read(replaced, sibling, shared))
    assert.deepStrictEqual(read(replaced, https), ["another", "A"])
  })

  it("without the options domain and readOlderCookies, a shared session is ignored and replaced by the next write", () => {
    const jar = signedInThere()

    assert.isNull(read(jar, https))
    assert.deepStrictEqual(read(jar, https, shared), ["R", undefined])
    assert.deepStrictEqual(read(jar, https, migrating), ["R", undefined])

    write(jar, https, tokens("R", "A"))

    assert.deepStrictEqual(read(jar, https), ["R", "A"])
    assert.isNull(read(jar, sibling, shared))
  })
})

describe("reading cookies", () => {
  const r = `stack-refresh-${project}`
  const h = `hexclave-refresh-${project}`
  const access = (refresh: string, token: string) => encodeURIComponent(JSON.stringify([refresh, token]))
  const cases: Record<string, [cookies: string, session: ReadonlyArray<string | undefined> | null]> = {
    "cookies of a visitor without any contain no session": ["", null],
    "cookies of other software contain no session": ["theme=dark; session=1", null],
    "a plain refresh cookie is read together with its access token": [`${r}=R1; stack-access=${access("R1", "A1")}`, [
      "R1",
      "A1"
    ]],
    "a plain refresh cookie is read without the access token of another session": [
      `${r}=R1; stack-access=${access("R0", "A0")}`,
      [
        "R1",
        undefined
      ]
    ],
    "a refresh cookie whose name lacks the project is read": ["stack-refresh=R1", ["R1", undefined]],
    "a plain refresh cookie with the project in its name takes precedence": [`stack-refresh=R0; ${r}=R1`, [
      "R1",
      undefined
    ]],
    "a structured refresh cookie is read": [`${r}--default=${structured("R2", 5)}`, ["R2", undefined]],
    "a structured refresh cookie set over HTTPS is read": [`__Host-${r}--default=${structured("R2", 5)}`, [
      "R2",
      undefined
    ]],
    "a structured refresh cookie that sites share is read": [`${r}--custom-CSQPYRK1=${structured("R2", 5)}`, [
      "R2",
      undefined
    ]],
    "session cookies with the newer names are read": [
      `${h}--default=${structured("R3", 5)}; hexclave-access=${access("R3", "A3")}`,
      ["R3", "A3"]
    ],
    "an access cookie with the newer name takes precedence": [
      `${r}=R1; stack-access=${access("R1", "old")}; hexclave-access=${access("R1", "new")}`,
      ["R1", "new"]
    ],
    "I6: the newest of several structured refresh cookies is read": [
      [3, 9, 5].map((at) => `${r}--custom-${at}=${structured(`R${at}`, at)}`).join("; "),
      ["R9", undefined]
    ],
    "I6: the first of several equally new refresh cookies is read": [
      [1, 2, 3].map((at) => `${r}--custom-${at}=${structured(`R${at}`, 7)}`).join("; "),
      ["R1", undefined]
    ],
    "I6: a refresh cookie with the newer name takes precedence over a plain one": [
      `${r}=R1; ${h}--default=${structured("R3", 1)}`,
      ["R3", undefined]
    ],
    "I6: a plain refresh cookie takes precedence over a structured one with the older name": [
      `${r}--default=${structured("R2", 9)}; ${r}=R1`,
      ["R1", undefined]
    ],
    "I6: a refresh cookie with the newer name takes precedence over a more recent one with the older name": [
      `${r}--default=${structured("R2", 9)}; ${h}--default=${structured("R3", 1)}`,
      ["R3", undefined]
    ],
    "I2: cookies of a project whose id is longer are ignored": [
      `stack-refresh-${project}0=R1; stack-refresh-${project}0--default=${structured("R", 1)}`,
      null
    ],
    "I3: cookies of another project are ignored": [
      `stack-refresh-${other}=R1; stack-access=${access("R1", "A1")}`,
      null
    ],
    "an access cookie without a refresh token is read as a session": [`stack-access=${access("", "A1")}`, [
      undefined,
      "A1"
    ]],
    "I5: invalid percent-encoding in cookies is tolerated": [`${r}=%E0%A4%A; ${h}--default=%7B%`, [
      "%E0%A4%A",
      undefined
    ]],
    "I5: the first valid token of cookies with the same name is read": [`${r}=; ${r}=undefined; ${r}=R1; ${r}=R2`, [
      "R1",
      undefined
    ]],
    "I5: cookies named __proto__ and the like are tolerated": [
      `__proto__=x; constructor=y; toString=z; ${r}=R1; hasOwnProperty=stack`,
      ["R1", undefined]
    ],
    "I5: empty pairs, missing names and quotes in cookies are tolerated": [`;;=; =x; alone; ${r}="R1" `, [
      "R1",
      undefined
    ]],
    "I5: without a refresh cookie, access cookies whose first member is not a string are ignored": [
      ["[7,\"A1\"]", "[null,\"A1\"]", "[[],\"A1\"]", "[[\"\"],\"A1\"]", "[false,\"A1\"]"]
        .map((value) => `stack-access=${encodeURIComponent(value)}`).join("; "),
      null
    ],
    "a token that doesn't fit in a header is ignored": [`${r}=a%0D%0Ab`, null]
  }
  for (const [what, [cookies, session]] of Object.entries(cases)) {
    it(what, () => {
      for (
        const site of [
          siteAt(http),
          siteAt(https, { readOlderCookies: true }),
          siteAt(https, { domain: "example.com" })
        ]
      ) {
        assert.deepStrictEqual(tokenTexts(sessionIn(parseCookies(cookies), site)), session)
      }
      assert.isUndefined(({} as Record<string, unknown>)["x"])
    })
  }

  const noRefreshCookie = [
    "",
    "{",
    "[]",
    "null",
    "7",
    "\"R\"",
    "{\"refresh_token\":7,\"updated_at_millis\":1}",
    "{\"refresh_token\":\"undefined\",\"updated_at_millis\":1}",
    "{\"refresh_token\":\"R\"}",
    "{\"refresh_token\":\"R\",\"updated_at_millis\":\"1\"}"
  ]
  for (const value of noRefreshCookie) {
    it(`I5: the refresh cookie ${value || "with no value"} is ignored and replaced by the next write`, () => {
      const jar = cookieJar()
      jar.set(`${r}--default=${encodeURIComponent(value)}; Path=/`, http)

      assert.isNull(read(jar, http))
      write(jar, http, tokens("R", "A"))
      assert.deepStrictEqual(read(jar, http), ["R", "A"])
    })
  }

  const noAccessCookie = [
    "",
    "R1",
    "[]",
    "null",
    "[\"R1\"]",
    "[\"R1\",7]",
    "[\"R1\",\"A\",\"B\"]",
    "[\"R1\",\"undefined\"]",
    "{\"0\":\"R1\",\"1\":\"A\",\"length\":2}"
  ]
  for (const value of noAccessCookie) {
    it(`I5: the access cookie ${value || "with no value"} is ignored and replaced by the next write`, () => {
      const jar = cookieJar()
      jar.set(`${r}=R1; Path=/`, http)
      jar.set(`stack-access=${encodeURIComponent(value)}; Path=/`, http)

      assert.deepStrictEqual(read(jar, http), ["R1", undefined])
      write(jar, http, tokens("R1", "A"))
      assert.deepStrictEqual(read(jar, http), ["R1", "A"])
    })
  }

  const pairs: ReadonlyArray<[text: string, jar: ReturnType<typeof parseCookies>]> = [
    ["", []],
    ["; =x; \t =x; alone;", []],
    ["a=1; b=2;c=3", [["a", "1"], ["b", "2"], ["c", "3"]]],
    ["a=1; a=2", [["a", "1"], ["a", "2"]]],
    ["a=b=c; d=", [["a", "b=c"], ["d", ""]]],
    [" \t a b \t = \t c d \t ; e= \t ", [["a b", "c d"], ["e", ""]]],
    ["\u00a0a\u00a0=\u00a01\u00a0", [["\u00a0a\u00a0", "\u00a01\u00a0"]]],
    ["a=\"q\"; b=\"; c=\"\"; d=x\"q\"; e=\"q\"x", [["a", "q"], ["b", "\""], ["c", ""], ["d", "x\"q\""], [
      "e",
      "\"q\"x"
    ]]],
    ["a=%41%2C; b=\"%41\"; c=%E0%A4%A; d=\"%4\"", [["a", "A,"], ["b", "A"], ["c", "%E0%A4%A"], ["d", "%4"]]]
  ]
  for (const [text, jar] of pairs) {
    it(`I5: the cookies ${JSON.stringify(text)} are parsed as browsers and the platform's clients parse them`, () => {
      assert.deepStrictEqual(parseCookies(text), jar)
    })
  }

  it("J2: a Cookie header of 1 MB of separators and garbage is parsed in linear time", () => {
    for (const hostile of ["; ".repeat(500_000), "%".repeat(1e6), "=".repeat(1e6), `${r}=${"\"".repeat(1e6)}`]) {
      assert.isAtMost(parseCookies(hostile).length, 1)
    }
  })

  it("a server recognizes from a page's cookies that the page was loaded over HTTPS", () => {
    for (const marker of ["stack-is-https=true", "hexclave-is-https=true", "__Host-x=1"]) {
      assert.isTrue(tellsHttps(parseCookies(marker)), marker)
      assert.isTrue(tellsHttps(parseCookies(`a=1; ${marker}; b=2`)), marker)
    }
    for (const none of ["", "a=1", "a=__Host-", "x__Host-=1"]) assert.isFalse(tellsHttps(parseCookies(none)), none)
  })
})

describe("writing cookies", () => {
  const written: ReadonlyArray<[what: string, url: string, options: CookieOptions, cookies: ReadonlyArray<string>]> = [
    ["structured cookies over HTTPS", https, {}, [
      `__Host-stack-refresh-${project}--default={%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["structured cookies over HTTP", http, {}, [
      `stack-refresh-${project}--default={%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; SameSite=Lax",
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax"
    ]],
    ["plain cookies", https, { format: "plain" }, [
      `stack-refresh-${project}=R; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["hexclave cookies", https, { format: "hexclave" }, [
      `__Host-hexclave-refresh-${project}--default={%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; SameSite=Lax; Secure",
      "hexclave-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["plain cookies, which ignore the domain", https, { format: "plain", domain: "example.com" }, [
      `stack-refresh-${project}=R; Path=/; Max-Age=31536000; SameSite=Lax; Secure`,
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]],
    ["cookies shared by a domain's sites", https, { domain: "Example.com" }, [
      `stack-refresh-${project}--custom-CNW62VBGDHJJWRVFDM=`
      + `{%22refresh_token%22:%22R%22%2C%22updated_at_millis%22:${today}}`
      + "; Path=/; Max-Age=31536000; Domain=example.com; SameSite=Lax; Secure",
      "stack-access=[%22R%22%2C%22A%22]; Path=/; Max-Age=86400; SameSite=Lax; Secure"
    ]]
  ]
  for (const [what, url, options, cookies] of written) {
    it(`I1: session cookies have the specified names, values and attributes for ${what}`, () => {
      const changes = changesFor([], tokens("R", "A"), siteAt(url, options), today)!

      assert.deepStrictEqual(changes.map(serialized), cookies)
    })

    it(`session cookies written as ${what} can be read back, even with every format enabled`, () => {
      const jar = cookieJar()

      write(jar, url, tokens("R", "A"), options)

      assert.deepStrictEqual(read(jar, url, options), ["R", "A"])
      assert.deepStrictEqual(read(jar, url, migrating), ["R", "A"])
    })
  }

  it("I1: session cookies have SameSite=None and Partitioned only in a page embedded in another site", () => {
    const framed = changesFor([], tokens("R", "A"), { ...siteAt(https), partitioned: true }, today)!.map(serialized)
    const top = changesFor([], tokens("R", "A"), siteAt(https), today)!.map(serialized)

    assert.isTrue(framed.every((each) => each.endsWith("SameSite=None; Secure; Partitioned")))
    assert.isFalse(top.some((each) => /None|Partitioned/.test(each)))
  })

  for (const format of formats) {
    it(`I2: the ${format} format replaces all other refresh cookies of the project, on every parent domain`, () => {
      const jar = cookieJar()
      jar.set("stack-refresh=old1; Path=/", https)
      jar.set(`stack-refresh-${project}=old2; Path=/; Domain=example.com`, https)
      jar.set(`stack-refresh-${project}--custom-X=${structured("old3", 9e15)}; Path=/; Domain=app.example.com`, https)
      jar.set(`__Host-hexclave-refresh-${project}--default=${structured("old4", 9e15)}; Path=/; Secure`, https)
      jar.set(`hexclave-access=${encodeURIComponent("[\"old4\",\"A4\"]")}; Path=/`, https)

      write(jar, https, tokens("R", "A"), { format })

      assert.strictEqual(jar.kept().length, 2)
      assert.deepStrictEqual(read(jar, https, { format }), ["R", "A"])

      write(jar, https, null, { format })

      assert.deepStrictEqual(jar.kept(), [])
    })
  }

  it("I1: cookie values are encoded as the platform's clients encode them: readable, except for characters that cookies can't contain", () => {
    const visible = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("")

    assert.strictEqual(
      encoded(`${visible}\0\t\x7f\u00e9`),
      "%20!%22#$%25&'()*+%2C-./0123456789:%3B<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[%5C]^_`abcdefghijklmnopqrstuvwxyz{|}~"
        + "%00%09%7F%C3%A9"
    )
    assert.deepStrictEqual(parseCookies(`a=${encoded(visible)}`), [["a", visible]])
  })

  const deletedAt: ReadonlyArray<
    [
      where: string,
      site: { readonly host: string | undefined; readonly domain?: string },
      domains: ReadonlyArray<string>
    ]
  > = [
    ["a name with parents", { host: "a.b.example.com" }, ["a.b.example.com", "b.example.com", "example.com"]],
    ["a name in capitals", { host: "APP.Example.COM" }, ["app.example.com", "example.com"]],
    ["a configured domain", { host: "app.example.com", domain: "Example.com" }, [
      "example.com",
      "app.example.com"
    ]],
    ["a configured domain of an unknown host", { host: undefined, domain: "example.com" }, ["example.com"]],
    ["a name without parents", { host: "localhost" }, []],
    ["an IPv4 address", { host: "192.168.1.5" }, []],
    ["an IPv6 address", { host: "[fe80::1.2]" }, []],
    ["an unknown host", { host: undefined }, []]
  ]
  for (const [where, place, domains] of deletedAt) {
    it(`I2: sign-out at ${where} deletes cookies for the host and ${domains.length} domains, and __Host- cookies for the host only`, () => {
      const own = `__Host-stack-refresh-${project}--default`
      const jar = [["stack-refresh", "R"], [own, decodeURIComponent(structured("R", 1))], ["theme", "dark"]] as const

      const changes = changesFor(jar, null, { ...siteAt(https), ...place }, today)!

      assert.deepStrictEqual(changes.map(serialized), [
        "stack-refresh=; Path=/; Max-Age=0; SameSite=Lax; Secure",
        ...domains.map((domain) => `stack-refresh=; Path=/; Max-Age=0; Domain=${domain}; SameSite=Lax; Secure`),
        `${own}=; Path=/; Max-Age=0; SameSite=Lax; Secure`
      ])
    })
  }

  it("I2: a write of session cookies deletes the cookies with the same names on every other domain", () => {
    const site = siteAt(https, { domain: "example.com" })
    const [refresh, access] = changesFor([], tokens("R", "A"), site, today)!
    const jar = [refresh!, access!].map(({ name, value }) => [name, value] as const)

    const changes = changesFor(jar, tokens("R", "A"), site, today)!

    const summaryOf = ({ domain, maxAge, name }: typeof changes[number]) => [name, domain, maxAge]
    assert.deepStrictEqual(changes.map(summaryOf), [
      [refresh!.name, undefined, 0],
      [refresh!.name, "app.example.com", 0],
      ["stack-access", "example.com", 0],
      ["stack-access", "app.example.com", 0],
      [refresh!.name, "example.com", 31_536_000],
      ["stack-access", undefined, 86_400]
    ])
  })

  it("I2: a sign-in deletes older access cookies of the same session, but not another session's access cookie", () => {
    const jar = cookieJar()
    jar.set(`hexclave-access=${encodeURIComponent("[\"R\",\"old\"]")}; Path=/`, https)
    jar.set(`__Host-stack-access=${encodeURIComponent("[\"another\",\"A\"]")}; Path=/; Secure`, https)

    write(jar, https, tokens("R", "A"))

    assert.deepStrictEqual(jar.kept().map(({ name }) => name), [
      "__Host-stack-access",
      `__Host-stack-refresh-${project}--default`,
      "stack-access"
    ])
  })

  it("I5: session writes never change other software's cookies, whatever they contain", () => {
    const jar = cookieJar()
    const foreign = [
      "theme",
      "my-access",
      "stack-access-x",
      "access",
      "__Host-refresh",
      `stack-refresh-${project}0--default`,
      `my-stack-refresh-${project}--default`,
      "stack-refresh-"
    ]
    for (const name of foreign) jar.set(`${name}=${encodeURIComponent("[\"R\",\"A\"]")}; Path=/; Secure`, https)
    write(jar, https, tokens("R", "A"))

    write(jar, https, null)

    assert.deepStrictEqual(jar.kept().map(({ name }) => name), foreign)
  })

  it("I3: the sessions of two projects on one host are independent", () => {
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

  it("I4: an access token that is too long for a cookie is not stored, the previous access token is deleted, and the refresh token is kept", () => {
    const jar = cookieJar()
    write(jar, http, tokens("R", "A"))

    write(jar, http, tokens("R", "x".repeat(4066)))
    assert.deepStrictEqual(read(jar, http), ["R", "x".repeat(4066)])

    write(jar, http, tokens("R", "x".repeat(4067)))
    assert.deepStrictEqual(read(jar, http), ["R", undefined])
  })

  it("I4: a refresh token is rejected if its encoded cookie, including the name, is too long", () => {
    const plain = siteAt(http, { format: "plain" })
    const room = 4096 - `stack-refresh-${project}`.length

    for (const [fitting, less] of [["x".repeat(room), "x"], ["%".repeat(Math.floor(room / 3)), "%"]] as const) {
      const jar = cookieJar()
      write(jar, http, tokens(fitting, "A"), { format: "plain" })
      assert.strictEqual(read(jar, http, { format: "plain" })?.[0], fitting)
      assert.isUndefined(changesFor([], tokens(fitting + less, "A"), plain, today))
    }
  })

  it("a session without a refresh token can be written to cookies and read back", () => {
    for (
      const [url, options, name] of [
        [http, {}, "stack-access"],
        [https, migrating, "stack-access"],
        [https, { domain: "example.com" }, "stack-access"],
        [https, {}, "__Host-stack-access"],
        [https, { format: "hexclave" }, "__Host-hexclave-access"]
      ] as const
    ) {
      const jar = cookieJar()
      write(jar, url, tokens("R", "A"), options)

      write(jar, url, tokens(undefined, "B"), options)

      assert.deepStrictEqual(jar.kept().map((cookie) => cookie.name), [name])
      assert.deepStrictEqual(read(jar, url, options), [undefined, "B"])

      write(jar, url, tokens("R2", "C"), options)
      assert.deepStrictEqual(read(jar, url, options), ["R2", "C"])
      write(jar, url, null, options)
      assert.deepStrictEqual(jar.kept(), [])
    }
  })

  it("I1: the cookie that marks HTTPS is Secure and host-only, even if a domain is configured", () => {
    for (const options of [{}, { domain: "example.com" }]) {
      assert.strictEqual(
        serialized(httpsCookie(siteAt(https, options))),
        "stack-is-https=true; Path=/; Max-Age=31536000; SameSite=Lax; Secure"
      )
    }
  })

  const probes: ReadonlyArray<[url: string, options: CookieOptions, attributes: string]> = [
    [http, {}, "SameSite=Lax"],
    [https, {}, "SameSite=Lax; Secure"],
    [https, { domain: "Example.com" }, "Domain=example.com; SameSite=Lax; Secure"],
    [https, { domain: "Example.com", format: "plain" }, "SameSite=Lax; Secure"]
  ]
  for (const [url, options, attributes] of probes) {
    it(`E8: the probe cookie has the attributes of the refresh cookie at ${url} with ${JSON.stringify(options)}`, () => {
      const [refresh] = changesFor([], tokens("R", undefined), siteAt(url, options), today)!

      assert.isTrue(serialized(refresh!).endsWith(`Max-Age=31536000; ${attributes}`))
      assert.strictEqual(
        serialized(probeCookie(siteAt(url, options), "mark")),
        `latchkey-probe-mark=1; Path=/; Max-Age=60; ${attributes}`
      )
    })
  }
})

describe("I7 cookies that a sibling site plants on the parent domain", () => {
  const evil = "https://evil.example.com/"
  const plant = (jar: TestJar) => {
    for (
      const [name, value] of [
        [`stack-refresh-${project}`, "planted"],
        ["stack-refresh", "planted"],
        [`stack-refresh-${project}--default`, structured("planted", 9e15)],
        [`hexclave-refresh-${project}--default`, structured("planted", 9e15)],
        [`stack-refresh-${project}--custom-CNW62VBGDHJJWRVFDM0`, structured("planted", 9e15)],
        [`stack-refresh-${project}--undefined`, structured("planted", 9e15)],
        ["hexclave-access", encodeURIComponent("[\"planted\",\"planted\"]")]
      ]
    ) jar.set(`${name}=${value}; Path=/; Domain=example.com`, evil)
  }

  it("planted cookies don't replace an existing session, even if readOlderCookies is on", () => {
    const jar = cookieJar()
    write(jar, https, tokens("R", "A"))

    plant(jar)

    assert.deepStrictEqual(read(jar, https), ["R", "A"])
    assert.deepStrictEqual(read(jar, https, migrating), ["R", "A"])
  })

  it("planted cookies are deleted by a sign-out and don't come back", () => {
    const jar = cookieJar()
    plant(jar)
    write(jar, https, tokens("R", "A"), migrating)
    plant(jar)

    write(jar, https, null, migrating)

    assert.isNull(read(jar, https, migrating))
  })

  it("planted cookies create no session over HTTPS, in any format", () => {
    for (const options of [{}, { readOlderCookies: false }, { format: "hexclave" }] as const) {
      const jar = cookieJar()
      plant(jar)

      assert.isNull(read(jar, https, options))
      write(jar, https, tokens("R", "A"), options)
      assert.deepStrictEqual(read(jar, https, options), ["R", "A"])
    }
  })

  it("a planted access token alone creates no session over HTTPS", () => {
    for (const name of ["stack-access", "hexclave-access"]) {
      const jar = cookieJar()
      jar.set(`${name}=${encodeURIComponent("[\"\",\"planted\"]")}; Path=/; Domain=example.com`, evil)

      assert.isNull(read(jar, https))
      assert.deepStrictEqual(read(jar, https, migrating), [undefined, "planted"])
    }
  })

  it("planted cookies create no session after the configured date of readOlderCookies", () => {
    const jar = cookieJar()
    plant(jar)
    const day = new Date(today).toISOString().slice(0, 10)
    const midnight = Date.parse(day)

    for (const until of [day, `${day}T00:00:00Z`, new Date(midnight), dateOfAnotherRealm(midnight)]) {
      const options = { readOlderCookies: { until } }
      const at = (now: number) => tokenTexts(sessionIn(parseCookies(jar.read(https)), siteAt(https, options, now)))

      assert.deepStrictEqual(at(midnight - 1)?.[0], "planted")
      assert.isNull(at(midnight))
      // after that date, a configured domain is still trusted
      const shared = siteAt(https, { ...options, domain: "example.com" }, midnight)
      assert.deepStrictEqual(tokenTexts(sessionIn(parseCookies(jar.read(https)), shared))?.[0], "planted")
    }
  })

  it("if a domain is configured and readOlderCookies is false, planted cookies create no session", () => {
    const options = { domain: "example.com", readOlderCookies: false }
    const jar = cookieJar()
    plant(jar)
    jar.set(`stack-access=${encodeURIComponent("[\"\",\"planted\"]")}; Path=/; Domain=example.com`, evil)

    assert.isNull(read(jar, https, options))
    write(jar, https, tokens("R", "A"), options)
    assert.deepStrictEqual(read(jar, https, options), ["R", "A"])
  })

  it("an invalid date for readOlderCookies is reported and enables no older cookies", () => {
    for (
      const choice of [
        { until: "soon" },
        { until: "1.6.2027" },
        { until: "2027-06-01 05:00" },
        { until: "on 2027-06-01" },
        { until: ["2027-06-01"] },
        { until: new Date(Number.NaN) },
        {},
        null,
        "2027-06-01",
        7
      ]
    ) {
      assert.strictEqual(problemOfCookies({ readOlderCookies: choice as never })?.setting, "readOlderCookies")
      assert.isFalse(siteAt(https, { readOlderCookies: choice as never }).older)
    }
    for (
      const choice of [true, false, undefined, { until: "2027-06-01" }, { until: "2027-06-01T05:00Z" }, {
        until: new Date()
      }]
    ) {
      assert.isUndefined(problemOfCookies({ readOlderCookies: choice }))
    }
  })

  it("planted cookies can't pose as the host's own cookies through white space, which browsers count as part of the name", () => {
    for (const space of ["\u2000", "\u00a0", "\ufeff", "\u3000", "\u2028", "\u0085", "\v", "\f"]) {
      const planted = `${space}__Host-stack-refresh-${project}--default=${structured("planted", 9e15)}`
      const site = siteAt(https)

      assert.isNull(sessionIn(parseCookies(planted), site), JSON.stringify(space))
      assert.isNull(sessionIn(parseCookies(`a=b; ${planted}`), site), JSON.stringify(space))
    }
  })

  it("a sibling site can't plant a cookie of the host itself", () => {
    const jar = cookieJar()

    jar.set(
      `__Host-stack-refresh-${project}--default=${structured("planted", 9e15)}; Path=/; Domain=example.com; Secure`,
      evil
    )

    assert.isNull(read(jar, https))
  })

  it("cookies of sibling sites share the session if the domain is configured", () => {
    const jar = cookieJar()
    const shared = { domain: "example.com" }
    write(jar, https, tokens("R", "A"))
    write(jar, "https://shop.example.com/", tokens("R2", "A2"), shared, today + 1)

    assert.deepStrictEqual(read(jar, https, shared), ["R2", undefined])

    write(jar, https, tokens("R2", "A3"), shared, today + 2)
    assert.deepStrictEqual(read(jar, "https://shop.example.com/", shared)?.[0], "R2")
  })
})
