/** What a tape contains in place of each string of a conversation. docs/laws.md tape-1, tape-2, W1, W2. */
import { assert, describe, it } from "@effect/vitest"
import { conceal, type ConcealOptions } from "../../../../src/testing/tape/conceal.ts"
import { fill } from "../../../../src/testing/tape/standIns.ts"
import type { Exchange } from "../../../../src/testing/tape/Tape.ts"
import { exchange } from "./plants.ts"

type Given = Parameters<typeof exchange>[0]

const tapeOf = (given: Given | ReadonlyArray<Given>, options?: ConcealOptions) =>
  conceal((Array.isArray(given) ? given : [given]).map(exchange), options)

/** The JSON of a request's body on the tape. */
const bodyOf = (body: unknown, given: Given = {}, options?: ConcealOptions): unknown =>
  Object(tapeOf({ ...given, body }, options).exchanges[0]!.request.body).json

const requestOf = (given: Given): Exchange["request"] => tapeOf(given).exchanges[0]!.request

const responseOf = (given: Given) => tapeOf(given).exchanges[0]!.response

const id = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"
const key = "1b2c4d5e-8f90-4123-8567-89abc5a3c9f0"
const code = "c".repeat(30)

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")
const tokenWith = (claims: object) => [base64url({ alg: "ES256", kid: "k" }), base64url(claims), "sig"].join(".")

describe("tape-1: names and values", () => {
  it("tape-1: the kinds of placeholders are names that reveal nothing about a person", () => {
    const bodies: ReadonlyArray<readonly [body: unknown, concealed: unknown]> = [
      [{ theme: "x" }, { theme: "{{theme:1}}" }],
      [{ "ada@b.c": "x" }, { "{{email:1}}": "{{text:1}}" }],
      [{ "Ada L": "x" }, { "{{key:1}}": "{{text:1}}" }],
      [{ "Ada L": 7 }, { "{{key:1}}": "{{text:1|number}}" }],
      [{ "emails.server": "x" }, { "emails.server": "{{emails_server:1}}" }],
      [{ "": "x" }, { "": "{{text:1}}" }],
      [{ email: "x" }, { email: "{{email:1}}" }],
      [{ note: "a@b.c" }, { note: "{{email:1}}" }],
      [{ name: "x", display_name: "y" }, { name: "{{name:1}}", display_name: "{{name:2}}" }],
      [{ primary_email: "x", sender_email: "y", user_email: "z", recipient_email: "w" }, {
        primary_email: "{{primary_email:1}}",
        sender_email: "{{sender_email:1}}",
        user_email: "{{user_email:1}}",
        recipient_email: "{{recipient_email:1}}"
      }],
      [{ sender_name: "x", team_display_name: "y" }, { sender_name: "{{name:1}}", team_display_name: "{{name:2}}" }],
      [{ profile_image_url: "x", ip: "y", cityName: "z" }, {
        profile_image_url: "{{picture:1}}",
        ip: "{{ip:1}}",
        cityName: "{{city:1}}"
      }],
      [{ a: "x", b: ["x", { c: "x" }] }, { a: "{{a:1}}", b: ["{{a:1}}", { c: "{{a:1}}" }] }],
      [{ a: "{{a:1", b: "x" }, { a: "{{a:2}}", b: "{{b:1}}" }],
      [{ a: "", b: null, c: true, d: 0, e: 1, f: 2 }, { a: "", b: null, c: true, d: 0, e: 1, f: "{{f:1|number}}" }]
    ]
    for (const [body, concealed] of bodies) assert.deepStrictEqual(bodyOf(body), concealed, JSON.stringify(body))
  })

  it("tape-1: the name of a field is replaced if the same string is a secret or personal data elsewhere", () => {
    assert.deepStrictEqual(bodyOf({ password: "hunter", hunter: "x", Hunter: 1, hunt: "y" }), {
      password: "{{password:1}}",
      "{{password:1}}": "{{text:1}}",
      "{{key:1}}": 1,
      hunt: "{{hunt:1}}"
    })
    assert.deepStrictEqual(bodyOf({ password: "hun", hun: "x", hunt: "y" }), {
      password: "{{password:1}}",
      "{{password:1}}": "{{hun:1}}",
      hunt: "{{hunt:1}}"
    })
    assert.deepStrictEqual(bodyOf({ display_name: "ada", ada: "x" }), { display_name: "{{name:1}}", ada: "{{ada:1}}" })
    assert.deepStrictEqual(bodyOf({ password: "hunter", hunterkey: "x", thehunters: "y" }), {
      password: "{{password:1}}",
      "{{key:1}}": "{{hunterkey:1}}",
      "{{key:2}}": "{{thehunters:1}}"
    })
    assert.deepStrictEqual(bodyOf({ display_name: "adalove", adalove: "x" }), {
      display_name: "{{name:1}}",
      "{{name:1}}": "{{text:1}}"
    })
  })

  it("W2: strings that differ only in upper and lower case share the placeholder of the first one", () => {
    assert.deepStrictEqual(bodyOf({ a: "Ab", b: "ab", c: "AB", d: "Ab" }), {
      a: "{{a:1}}",
      b: "{{a:1|lower}}",
      c: "{{a:1|upper}}",
      d: "{{a:1}}"
    })
    assert.deepStrictEqual(bodyOf({ a: "ab", b: "Ab", c: "AB" }), { a: "{{a:1}}", b: "{{b:1}}", c: "{{a:1|upper}}" })
    assert.deepStrictEqual(bodyOf({ password: "Ab12", z: "ab12" }), {
      password: "{{password:1}}",
      z: "{{password:1|lower}}"
    })
  })

  it("tape-1: an id in an id field is kept everywhere, unless it is a secret", () => {
    const users = { method: "GET", url: `/teams/${id}` }
    assert.strictEqual(requestOf(users).path, `/teams/${id}`)
    assert.deepStrictEqual(tapeOf([users, { body: { note: id, other: key } }]).exchanges[1]!.request.body, {
      json: { note: id, other: "{{other:1}}" }
    })
    assert.deepStrictEqual(
      tapeOf([{ method: "GET", url: `/teams/${key}` }, { body: { password: key, a: key } }])
        .exchanges.map(({ request }) => request.body === undefined ? request.path : Object(request.body).json),
      [
        "/teams/{{password:1}}",
        { password: "{{password:1}}", a: "{{password:1}}" }
      ]
    )
  })

  it("tape-1: numbers about people are replaced where the contract has numbers, unless the tape keeps personal data", () => {
    const body = { exp_month: 12, exp_year: 2031, latitude: 51.5, longitude: -7, last4: "4242" }
    for (const [name, value] of Object.entries(body)) {
      const concealed = Object(bodyOf({ [name]: value }))[name]
      assert.strictEqual(concealed, typeof value === "number" ? `{{${name}:1|number}}` : `{{${name}:1}}`)
    }
  })

  it("tape-1: the platform's fixed public key is kept", () => {
    const headers = { "x-stack-publishable-client-key": "__stack_public_client__" }
    assert.deepInclude(requestOf({ headers }).headers, headers)
    assert.deepStrictEqual(tapeOf({ url: "/teams", headers }).standIns, {})
    assert.deepInclude(requestOf({ headers: { "x-stack-publishable-client-key": "pck_1" } }).headers, {
      "x-stack-publishable-client-key": "{{publishable_client_key:1}}"
    })
  })
})

describe("W1: whole values", () => {
  it("W1: a secret, a name and a picture are replaced as a whole, although they look like addresses or ids", () => {
    const link = "https://ada.test/a b"
    assert.deepStrictEqual(bodyOf({ password: "https://ada.test/a", note: "https://ada.test/a" }), {
      password: "{{password:1}}",
      note: "{{password:1}}"
    })
    assert.deepStrictEqual(bodyOf({ display_name: "/ada/love", note: "/ada/love" }), {
      display_name: "{{name:1}}",
      note: "{{name:1}}"
    })
    assert.deepStrictEqual(bodyOf({ profile_image_url: link }), { profile_image_url: "{{picture:1}}" })
    assert.deepStrictEqual(
      tapeOf([{ method: "GET", url: `/teams/${id}` }, { body: { display_name: id, note: id } }])
        .exchanges[1]!.request.body,
      { json: { display_name: "{{name:1}}", note: id } }
    )
  })

  it("W1: a secret and a name in JSON inside a text are replaced as a whole too", () => {
    const within = { password: "https://ada.test/a", display_name: "/ada/love", link: "/ada/love" }

    assert.deepStrictEqual<unknown>(tapeOf({ body: { note: JSON.stringify(within) } }).standIns["note:1"], {
      json: { password: "{{password:1}}", display_name: "{{name:1}}", link: "{{name:1}}" }
    })
  })

  it("W2: a secret that occurs twice has one stand-in", () => {
    const signsIn = { url: "/teams", body: { password: "Hunter", again: "hunter" } }

    assert.deepStrictEqual(Object.keys(tapeOf([signsIn, signsIn]).standIns), ["password:1"])
  })

  it("W1: an empty text is kept, even in the place of a secret", () => {
    const body = { password: "", display_name: "", email: "", note: "" }
    const tape = tapeOf({ url: "/teams", body })

    assert.deepStrictEqual(Object(tape.exchanges[0]!.request.body).json, body)
    assert.deepStrictEqual(tape.standIns, {})
  })

  it("W2: a text is named after the secret or the person that it is, even if it occurs elsewhere before", () => {
    assert.deepStrictEqual(bodyOf({ note: "Ada L", display_name: "Ada L" }), {
      note: "{{name:1}}",
      display_name: "{{name:1}}"
    })
    assert.deepStrictEqual(bodyOf({ note: "hunter", password: "hunter" }), {
      note: "{{password:1}}",
      password: "{{password:1}}"
    })
    assert.deepStrictEqual(bodyOf({ display_name: "lace", lace: "x", lac: "y" }), {
      display_name: "{{name:1}}",
      "{{name:1}}": "{{text:1}}",
      lac: "{{lac:1}}"
    })
  })

  it("W2: a field with a long name has a placeholder that a replay fills", () => {
    const name = Array<string>(6).fill("abcdefghijklmnopqrst").join("_")
    const tape = tapeOf({ url: "/teams", body: { [name]: "x" } })
    const kind = name.slice(0, 40)

    assert.deepStrictEqual(Object(tape.exchanges[0]!.request.body).json, { [name]: `{{${kind}:1}}` })
    assert.deepStrictEqual(Object.keys(tape.standIns), [`${kind}:1`])
    assert.strictEqual(fill(`{{${kind}:1}}`, tape.standIns, () => "y"), "y")
  })
})

describe("tape-2: the paths that the caller lists", () => {
  const body = { a_b: { c: "x y", d: ["z w", 7] }, "e@f.g": "h i" }

  it("tape-2: a listed path keeps everything below it, wherever the path begins", () => {
    const concealed = { a_b: { c: "{{c:1}}", d: ["{{d:1}}", "{{d:2|number}}"] }, "{{email:1}}": "{{text:1}}" }
    const inner = { ...concealed, a_b: { c: "{{c:1}}", d: ["z w", 7] } }
    const kept: ReadonlyArray<readonly [keep: ReadonlyArray<string>, concealed: unknown]> = [
      [[], concealed],
      [[""], concealed],
      [["c.a_b"], concealed],
      [["aB.c.d"], concealed],
      [["aB.d"], inner],
      [["a_b.d"], inner],
      [["d"], inner],
      [["a-b"], { ...concealed, a_b: body.a_b }],
      [["x", "d"], inner],
      [["e@f"], concealed]
    ]
    for (const [keep, right] of kept) assert.deepStrictEqual(bodyOf(body, {}, { keep }), right, keep.join())
  })

  it("tape-2: a listed string that is a secret in any encoding is replaced", () => {
    const secret = "s3cr&t 'k\"y"
    const spelled = [
      secret,
      `the ${secret}.`,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      secret.toUpperCase(),
      new URLSearchParams({ a: secret }).toString(),
      "s3cr&amp;t 'k&quot;y",
      "s3cr&amp;t &#39;k&quot;y"
    ]
    for (const note of spelled) {
      const { note: shown } = Object(bodyOf({ password: secret, note }, {}, { keep: ["note"] }))
      assert.notStrictEqual(shown, note)
    }
    assert.deepStrictEqual(bodyOf({ password: "short", note: "a shorter text" }, {}, { keep: ["note"] }), {
      password: "{{password:1}}",
      note: "a shorter text"
    })
    assert.deepStrictEqual(bodyOf({ password: "short", note: "short" }, {}, { keep: ["note"] }), {
      password: "{{password:1}}",
      note: "{{password:1}}"
    })
  })

  it("tape-2: a field can be listed with its endpoint, in requests, responses, errors and tokens", () => {
    const teams = { url: "/teams", body: { display_name: "x y" } }
    const token = { body: { access_token: tokenWith({ own: "x y" }) } }
    const status = { status: 400, response: { code: "USER_NOT_FOUND", error: "User not found.", own: "x y" } }
    const keeping = (given: Given, keep: string) => JSON.stringify(tapeOf(given, { keep: [keep] })).includes("x y")

    assert.isTrue(keeping(teams, "teams.create.displayName"))
    assert.isFalse(keeping(teams, "teams.update.displayName"))
    assert.isTrue(keeping({ url: "/teams", body: {}, response: { own: "x y" } }, "teams.create.own"))
    assert.isTrue(keeping({ url: "/teams", body: {}, ...status }, "teams.create.own"))
    assert.isFalse(keeping({ url: "/teams", body: {}, ...status }, "teams.create.error"))
    assert.isTrue(keeping(token, "accessToken.own"))
  })

  it("tape-2: parts of paths, texts, errors and ids of requests have names of their own", () => {
    const text = { headers: { "content-type": "text/plain" }, body: "a b" }
    const error = { status: 400, response: { code: "USER_NOT_FOUND", error: "No Ada." } }
    const headers = { "x-stack-request-id": "r-1" }
    const kept: ReadonlyArray<readonly [keep: string, given: Given, text: string]> = [
      ["path", { method: "GET", url: "/own/ada" }, "/own/ada"],
      ["text", text, "a b"],
      ["error", error, "No Ada."],
      ["requestId", { response: "", responseHeaders: headers }, "r-1"]
    ]
    for (const [keep, given, text] of kept) {
      assert.include(JSON.stringify(tapeOf(given, { keep: [keep] })), text)
      assert.notInclude(JSON.stringify(tapeOf(given, { keep: ["other"] })), text)
    }
  })

  it("tape-2: a secret is replaced even if the caller lists it", () => {
    assert.deepStrictEqual(bodyOf({ password: "hunter" }, {}, { keep: ["password"] }), { password: "{{password:1}}" })
    assert.deepStrictEqual(bodyOf({ code: 123456 }, {}, { keep: ["code"] }), { code: "{{code:1|number}}" })
  })

  it("tape-1: a tape that keeps personal data keeps the locations of people, but no other string that would be replaced", () => {
    const body = {
      country_code: "GB",
      region_code: "LND",
      tzIdentifier: "Europe/London",
      countryCode: "GB",
      regionCode: "L"
    }
    assert.deepStrictEqual(bodyOf(body, {}, { keepPersonalData: true }), body)
    assert.deepStrictEqual(
      Object.values(Object(bodyOf(body))).filter((text) => !/^\{\{\w+:\d\}\}$/.test(String(text))),
      []
    )
    assert.deepStrictEqual(bodyOf({ email: "a@b.c", a: "x" }, {}, { keepPersonalData: true }), {
      email: "a@b.c",
      a: "{{a:1}}"
    })
  })
})

describe("W1: secrets inside other strings", () => {
  it("W1: a token keeps its claims as separate values, and its signature is replaced by a stand-in", () => {
    const tape = tapeOf({
      body: { access_token: tokenWith({ sub: id, email: "a@b.c", name: "Ada", exp: 7, own: "x" }) }
    })

    assert.deepStrictEqual(Object(tape.exchanges[0]!.request.body).json, { access_token: "{{access_token:1}}" })
    assert.deepStrictEqual<unknown>(tape.standIns["access_token:1"], {
      jwt: {
        header: { alg: "ES256", kid: "{{kid:1}}" },
        claims: { sub: id, email: "{{email:1}}", name: "{{name:1}}", exp: 7, own: "{{own:1}}" }
      }
    })
  })

  it("W1: the user id in a token is recognized in other places", () => {
    const body = { access_token: tokenWith({ sub: id, email: "a@b.c" }), user: id, "a@b.c": "x" }
    assert.deepStrictEqual(bodyOf(body), {
      access_token: "{{access_token:1}}",
      user: id,
      "{{email:1}}": "{{text:1}}"
    })
  })

  it("W1: JSON inside a string is replaced field by field, and each field of JSON inside a secret is a secret", () => {
    const plain = tapeOf({ body: { note: "{\"theme\":\"x\",\"flag\":true}" } })
    assert.deepStrictEqual<unknown>(plain.standIns["note:1"], { json: { theme: "{{theme:1}}", flag: true } })
    const secret = tapeOf({ body: { refresh_token: "{\"theme\":\"x\",\"size\":7}" } })
    assert.deepStrictEqual<unknown>(secret.standIns["refresh_token:1"], {
      json: { theme: "{{refresh_token:2}}", size: "{{refresh_token:3|number}}" }
    })
  })

  it("W2: a secret that consists of another secret and a short code has the placeholders of both", () => {
    const parts = (body: object) => Object.values(Object(bodyOf(body)))
    const all: ReadonlyArray<readonly [body: object, concealed: Array<string>]> = [
      [{ nonce: code, code: `AB_1${code}` }, ["{{nonce:1}}", "{{code:1}}{{nonce:1}}"]],
      [{ nonce: code, code: `${code}xyz` }, ["{{nonce:1}}", "{{nonce:1}}{{code:1}}"]],
      [{ nonce: code, code }, ["{{nonce:1}}", "{{nonce:1}}"]],
      [{ nonce: code, code: `AB-1${code}` }, ["{{nonce:1}}", "{{code:1}}"]],
      [{ nonce: code, code: `${code}a${code}` }, ["{{nonce:1}}", "{{code:1}}"]],
      [{ nonce: "c".repeat(19), code: `AB${"c".repeat(19)}` }, ["{{nonce:1}}", "{{code:1}}"]],
      [{ nonce: `${"c".repeat(19)}d`, code: `AB${"c".repeat(19)}d` }, ["{{nonce:1}}", "{{code:1}}{{nonce:1}}"]]
    ]
    for (const [body, concealed] of all) assert.deepStrictEqual(parts(body), concealed, JSON.stringify(body))
  })
})

describe("tape-1: requests", () => {
  it("tape-1: a method that HTTP doesn't have is replaced", () => {
    assert.strictEqual(requestOf({ method: "PATCH" }).method, "PATCH")
    assert.strictEqual(requestOf({ method: "ADA" }).method, "{{method:1}}")
  })

  it("tape-1: the parts of a path and a query are replaced, and names of the contract are kept", () => {
    assert.deepInclude(requestOf({ method: "GET", url: "/users/ada/own?limit=7&ada=x&cursor=&code=y" }), {
      path: "/users/{{path:1}}/{{path:2}}",
      query: { limit: "{{limit:1}}", "{{path:1}}": "{{text:1}}", cursor: "", code: "{{code:1}}" }
    })
    assert.deepInclude(requestOf({ method: "GET", url: "/payments/products/user/me?limit=7&own=x" }), {
      path: "/payments/products/user/me",
      query: { limit: "7", "{{key:1}}": "{{text:1}}" }
    })
    assert.strictEqual(
      tapeOf([{}, { method: "GET", url: "https://other.test/ada" }]).exchanges[1]!.request.path,
      "https://{{host:1}}/{{path:2|uri}}"
    )
  })

  it("tape-1: a request has the endpoint of its level and its input", () => {
    const endpointOf = (given: Given) => tapeOf(given).exchanges[0]!.endpoint
    const at = (level: string) => ({ headers: { "x-hexclave-access-type": level } })
    const me = { method: "GET", url: "/users/me" }
    const form = { "content-type": "application/x-www-form-urlencoded" }
    const purchase = { url: "/internal/payments/test-mode-purchase-session" }

    assert.strictEqual(endpointOf({ ...me, ...at("client") }), "users.getMe")
    assert.strictEqual(endpointOf({ ...purchase, ...at("server") }), "purchases.completeInTestMode")
    assert.strictEqual(endpointOf({ ...purchase, ...at("admin") }), "payments.testModePurchase")
    const grants = {
      "grant_type=authorization_code&code=c&redirect_uri=https://a.test&code_verifier=v&client_id=i&client_secret=s":
        "oauth.exchangeCode",
      "grant_type=refresh_token&refresh_token=r&client_id=i&client_secret=s": "oauth.refresh"
    }
    for (const [body, endpoint] of Object.entries(grants)) {
      assert.strictEqual(endpointOf({ url: "/auth/oauth/token", headers: form, body }), endpoint)
    }
    assert.strictEqual(
      endpointOf({ method: "GET", url: `/team-invitations?team_id=${id}` }),
      "teamInvitations.list"
    )
    assert.strictEqual(
      endpointOf({ method: "GET", url: "/team-invitations?user_id=me" }),
      "teamInvitations.listReceived"
    )
    assert.strictEqual(endpointOf({ url: "/teams", body: { display_name: 5 } }), "teams.create")
  })

  it("tape-1: an address outside the API has no endpoint, and nothing of it stays", () => {
    const [relative] = tapeOf({ method: "GET", url: "users/me" }).exchanges

    assert.deepInclude(relative!.request, { path: "{{url:1}}" })
    assert.notProperty(relative, "endpoint")
  })

  it("tape-1: only headers of the platform keep their names and their harmless values", () => {
    const headers = {
      "x-stack-project-id": "internal",
      "x-stack-own-secret": "x",
      "x-hexclave-access-token": "y",
      "x-stack-request-id": id,
      "x-stack-ada@b.c": "z"
    }
    assert.deepStrictEqual(Object.keys(requestOf({ headers: { "x-stack-b": "", "X-Stack-A": "" } }).headers!), [
      "content-type",
      "x-stack-a",
      "x-stack-access-type",
      "x-stack-b"
    ])
    assert.deepStrictEqual(requestOf({ headers }).headers, {
      "content-type": "application/json",
      "x-hexclave-access-token": "{{access_token:1}}",
      "x-stack-access-type": "client",
      "x-stack-{{email:1}}": "{{secret:1}}",
      "x-stack-own-secret": "{{own_secret:1}}",
      "x-stack-project-id": "internal",
      "x-stack-request-id": "{{request_id:1}}"
    })
  })

  it("tape-1: forms, plain text and bytes keep their format, with their values replaced", () => {
    const form = { "content-type": "application/x-www-form-urlencoded" }
    assert.deepStrictEqual(requestOf({ url: "/own", headers: form, body: "limit=7&ada=x&password=y" }).body, {
      form: { limit: "{{limit:1}}", "{{key:1}}": "{{text:1}}", password: "{{password:1}}" }
    })
    assert.deepStrictEqual(requestOf({ headers: { "content-type": "text/plain" }, body: "a text" }).body, {
      text: "{{text:1}}"
    })
    const bytes = { response: "x", responseHeaders: {} }
    const [recorded] = conceal([{
      ...exchange(bytes),
      response: { status: 200, headers: {}, body: Uint8Array.of(255, 65) }
    }]).exchanges
    assert.deepStrictEqual(recorded!.response, { status: 200, headers: {}, body: { bytes: "{{bytes:1}}" } })
  })
})

describe("tape-1: responses and failures", () => {
  it("tape-1: a response is read by its content type", () => {
    const bodyWith = (response: string, ...type: ReadonlyArray<string>) =>
      responseOf({ response, responseHeaders: Object.fromEntries(type.map((type) => ["content-type", type])) })?.body

    assert.deepStrictEqual(bodyWith("true", "application/json"), { json: true })
    assert.deepStrictEqual(bodyWith("true", "text/plain"), { text: "{{text:1}}" })
    assert.deepStrictEqual(bodyWith("true"), { text: "{{text:1}}" })
    assert.deepStrictEqual(bodyWith("\"a [b]\"", "text/plain"), { text: "{{text:1}}" })
    assert.deepStrictEqual(bodyWith(" [true]", "text/plain"), { json: [true] })
    assert.deepStrictEqual(bodyWith("\"a b\"", "application/json"), { json: "{{text:1}}" })
    assert.deepStrictEqual(bodyWith("password=x&limit=2", "application/x-www-form-urlencoded"), {
      form: { password: "{{password:1}}", limit: "{{limit:1}}" }
    })
  })

  it("tape-1: headers of a response keep their names and harmless values, and no others", () => {
    const responseHeaders = {
      "content-type": "application/json",
      date: "Wed, 01 Apr 2026 10:20:30 GMT",
      location: "https://ada.test/callback?code=x",
      "retry-after": "soon",
      "x-hexclave-known-error": "ADA_LEFT",
      "x-stack-actual-status": "404",
      "x-stack-request-id": "r"
    }
    const concealed = {
      ...responseHeaders,
      location: "https://{{host:1}}/callback?code={{code:1|uri}}",
      "retry-after": "{{retry_after:1}}",
      "x-hexclave-known-error": "{{known_error:1}}",
      "x-stack-request-id": "{{request_id:1}}"
    }
    assert.deepStrictEqual(responseOf({ response: {}, responseHeaders })?.headers, concealed)
    assert.deepStrictEqual(
      tapeOf({ body: { password: "retry-after" }, response: {}, responseHeaders }).exchanges[0]!.response?.headers,
      concealed
    )
  })

  it("tape-1: a field keeps nothing of a passkey's options but what the standard fixes", () => {
    const options = { challenge: "c", timeout: 60_000, userVerification: "preferred", rpId: "ada.test" }
    const given = {
      url: "/auth/passkey/initiate-passkey-authentication",
      body: {},
      response: { options_json: options, code: "x" }
    }
    assert.deepStrictEqual<unknown>(responseOf(given)?.body, {
      json: {
        options_json: { ...options, challenge: "{{challenge:1}}", rpId: "{{rpId:1}}" },
        code: "{{code:1}}"
      }
    })
  })

  it("tape-1: an error keeps its code, its sentence, and the details that the contract declares", () => {
    const error = (body: unknown) => Object(responseOf({ status: 400, response: body })!.body).json

    assert.deepStrictEqual(error({ code: "USER_NOT_FOUND", error: "User not found." }), {
      code: "USER_NOT_FOUND",
      error: "User not found."
    })
    assert.deepStrictEqual(error({ code: "USER_NOT_FOUND", error: 5, details: { a: "x" } }), {
      code: "{{code:1}}",
      error: "{{error:1|number}}",
      details: { a: "{{a:1}}" }
    })
    assert.deepStrictEqual(error({ code: "USER_NOT_FOUND", error: "USER_NOT_FOUND", own: "x", "a@b.c": "y" }), {
      code: "USER_NOT_FOUND",
      error: "USER_NOT_FOUND",
      own: "{{own:1}}",
      "{{email:1}}": "{{text:1}}"
    })
    const tooLong = "body.password must be at most 70 characters"
    assert.deepStrictEqual(
      error({ code: "SCHEMA_ERROR", error: `POST: ${tooLong} (x)`, details: { message: `${tooLong}: x`, own: "y" } }),
      { code: "SCHEMA_ERROR", error: tooLong, details: { message: tooLong, own: "{{own:1}}" } }
    )
    assert.deepStrictEqual(error({ code: "SCHEMA_ERROR", error: "no", details: { message: "no" } }), {
      code: "SCHEMA_ERROR",
      error: "{{error:1}}",
      details: { message: "{{error:1}}" }
    })
    assert.deepStrictEqual(error({ code: "SCHEMA_ERROR", error: "no", details: "a b" }), {
      code: "SCHEMA_ERROR",
      error: "{{error:1}}",
      details: "{{details:1}}"
    })
  })

  it("tape-1: an exchange keeps its times, its status, its endpoint and whether it has a body", () => {
    const sent = { ...exchange({ method: "GET", url: "/users/me", response: {} }), at: 1000, endedAt: 1007 }
    const next = { ...sent, at: 2500, endedAt: undefined, response: undefined }
    const tape = conceal([sent, next])

    assert.strictEqual(tape.startedAt, "1970-01-01T00:00:01.000Z")
    assert.strictEqual(tape.apiUrl, "https://api.test/api/v1")
    assert.deepStrictEqual(
      tape.exchanges.map(({ at, endpoint, response, took }) => ({ at, endpoint, took, status: response?.status })),
      [
        { at: 0, endpoint: "users.getMe", took: 7, status: 200 },
        { at: 1500, endpoint: "users.getMe", took: 0, status: undefined }
      ]
    )
    assert.notProperty(tape.exchanges[1], "response")
    assert.notProperty(tape.exchanges[1], "failure")
    assert.notProperty(responseOf({ response: "" }), "body")
    assert.notProperty(tapeOf({}).exchanges[0], "endpoint")
    assert.deepStrictEqual(conceal([]), {
      tape: 1,
      startedAt: "1970-01-01T00:00:00.000Z",
      apiUrl: "",
      standIns: {},
      exchanges: []
    })
  })

  it("tape-1: the URL of the API is kept without its user, and its host is kept everywhere", () => {
    const tape = conceal([
      exchange({ url: "https://other.test/a" }),
      exchange({
        url: "https://ada:pass@my.api.test:81/api/v1/own",
        body: { a: "https://my.api.test/x y", b: "my.api.test" }
      })
    ])
    assert.strictEqual(tape.apiUrl, "https://my.api.test:81/api/v1")
    assert.strictEqual(Object(tape.exchanges[1]!.request.body).json.b, "my.api.test")
  })

  it("tape-1: a failure keeps the wording of runtimes", () => {
    const failureOf = (failure: NonNullable<Given["failure"]>) => tapeOf({ failure }).exchanges[0]!.failure
    assert.deepStrictEqual(
      failureOf({ lost: "TypeError: fetch failed (ECONNREFUSED)", transient: true, code: "ECONNREFUSED" }),
      { lost: "TypeError: fetch failed (ECONNREFUSED)", transient: true, code: "ECONNREFUSED" }
    )
    assert.deepStrictEqual(failureOf({ lost: "Error: Ada left", transient: false, code: "EADA" }), {
      lost: "Error: {{lost:1}}",
      transient: false,
      code: "{{code:1}}"
    })
    assert.deepStrictEqual(failureOf({ tooLargeFor: 7 }), { tooLargeFor: 7 })
    assert.deepStrictEqual(failureOf({ redirectStatus: 302 }), { redirectStatus: 302 })
    assert.deepStrictEqual(failureOf({ redirectStatus: 302, origin: "https://ada.test" }), {
      redirectStatus: 302,
      origin: "https://{{host:1}}"
    })
  })
})
