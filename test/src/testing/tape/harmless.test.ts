/** What a tape keeps, string by string. docs/laws.md tape-1. */
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { openEnum } from "../../../../schemas/fields.ts"
import {
  errorOf,
  faultParts,
  harmlessHeader,
  isFaultCode,
  isFaultMessage,
  isHarmless,
  isHarmlessHost,
  isHarmlessName,
  isHarmlessNumber,
  isId,
  isPathWord,
  isSentence,
  methods,
  readOf
} from "../../../../src/testing/tape/harmless.ts"
import { root } from "../../../../src/testing/tape/places.ts"
import { typesOf } from "../../../../src/testing/tape/secretFields.ts"

const id = "5a3c9f0e-1b2c-4d5e-8f90-123456789abc"

/** Checks which strings a rule keeps, and which it replaces. */
const decides = (keeps: (text: string) => boolean, kept: ReadonlyArray<string>, replaced: ReadonlyArray<string>) => {
  assert.deepStrictEqual([...kept, ...replaced].filter(keeps), kept)
}

/** A field of the contract with this schema. */
const fieldWith = (schema: Schema.Constraint, name = "field", ...path: ReadonlyArray<string>) => ({
  ...root(name, path),
  types: typesOf(schema)
})

const words = (count: number, separator: string) => Array<string>(count).fill("word").join(separator)

describe("tape-1: a field of the contract", () => {
  const fields: ReadonlyArray<
    readonly [title: string, Schema.Constraint, kept: ReadonlyArray<string>, replaced: ReadonlyArray<string>]
  > = [
    ["with fixed values keeps them", Schema.Literals(["light", "dark"]), ["light", "dark", ""], ["red", "lightdark"]],
    ["with known values keeps them", openEnum("light", "dark"), ["light", "dark"], ["red", "me", id]],
    ["of booleans keeps true and false", Schema.Boolean, ["true", "false"], ["yes", "TRUE", "1"]],
    [
      "of numbers keeps numbers in digits",
      Schema.Number,
      ["0", "-12", "12.5", "1".repeat(15), `0.${"1".repeat(15)}`],
      ["1".repeat(16), `0.${"1".repeat(16)}`, "1.", ".5", "1,5", "1e5", "a1", "1a", "--1"]
    ],
    [
      "of times keeps times",
      Schema.Date,
      [
        ...["2026-04-01", "2026-04-01T10:20Z", "2026-04-01T10:20:30Z", "2026-04-01T10:20:30.123456789Z"],
        ...["2026-04-01T10:20:30+02:00", "2026-04-01T10:20:30-0200", "123456789", "12345678901234"]
      ],
      [
        ...["2026-04-01T10:20", "2026-04-01T10:20:30.Z", "2026-04-01T10:20:30.1234567890Z", "2026-4-1", "x2026-04-01"],
        ...["2026-04-01x", "2026-04-01Z", "12345678", "123456789012345", "a123456789", "123456789a", "2026-04-01T1:2Z"]
      ]
    ],
    ["of texts keeps none", Schema.String, [""], ["me", "main", id, "text"]],
    ["of another type keeps none", Schema.Struct({ a: Schema.String }), [""], ["true", "1", "2026-04-01"]],
    ["of other declared types keeps none", Schema.URL, [""], ["2026-04-01", "123456789"]]
  ]
  for (const [title, schema, kept, replaced] of fields) {
    it(`tape-1: a field ${title}`, () => {
      decides((text) => isHarmless(text, fieldWith(schema)), kept, replaced)
    })
  }

  it("tape-1: a field that the contract doesn't declare keeps nothing", () => {
    decides((text) => isHarmless(text, root("id", [])), [""], [id, "me", "true", "1"])
  })

  it("tape-1: a string that the field's own allow function accepts is kept", () => {
    decides((text) => isHarmless(text, { ...root("a", []), allows: (text) => text === "b" }), ["b"], ["c"])
  })

  const projectIds = [id, id.toUpperCase(), "internal", `${id}:anon`, `${id}:restricted`, "me"]

  it("tape-1: an id field keeps ids and the platform's special values for them, such as me", () => {
    for (const name of ["id", "ids", "user_id", "user_ids", "userId", "teamIds", "aud", "sub"]) {
      decides(
        (text) => isHarmless(text, fieldWith(Schema.String, name, "users", "get")),
        projectIds,
        [
          `${id}:other`,
          `${id}:anonx`,
          `x${id}`,
          `${id}x`,
          id.slice(1),
          "mine",
          "team:admin",
          "internals",
          "a".repeat(36)
        ]
      )
    }
    for (const name of ["idle", "valid", "identity", "audience", "subject", "aud_x", "xaud", "xsub", "subx", "Idsx"]) {
      decides((text) => isHarmless(text, fieldWith(Schema.String, name)), [], projectIds)
    }
  })

  it("tape-1: a field of developer-chosen ids keeps ids that consist of words", () => {
    const chosen = [
      ...["team:admin", "$read_members", "admin", words(5, "_"), words(5, ":"), words(5, "."), words(5, "-")],
      ...["a_1", "a_12", "a".repeat(20), `${"a".repeat(20)}_${"b".repeat(20)}`]
    ]
    const data = [
      ...[words(6, "_"), "Admin", "a_123", "a".repeat(21), `a_${"b".repeat(21)}`, "a__b", "1a", "a1", "a b", "a@b.c"],
      ...["$", "$$a", "_a", "a_", "é", "a_Bc", "x\nadmin"]
    ]
    const names = [
      ...["permission_id", "contained_permission_ids", "item_id", "product_id", "price_id", "offer_id"],
      ...["from_product_id", "to_product_id", "provider_id", "provider_config_id", "rule_id"]
    ]
    for (const name of names) {
      decides((text) => isHarmless(text, fieldWith(Schema.String, name, "users", "list")), chosen, data)
    }
    for (const room of ["teamPermissions", "items", "products", "projects", "internalProjects", "purchases"]) {
      decides((text) => isHarmless(text, fieldWith(Schema.String, "id", room, "get")), chosen, data)
      decides((text) => isHarmless(text, fieldWith(Schema.String, "user_id", room, "get")), [], chosen)
    }
    for (const room of ["users", "someitems", "itemsOf"]) {
      decides((text) => isHarmless(text, fieldWith(Schema.String, "id", room, "get")), [], chosen)
    }
    decides((text) => isHarmless(text, fieldWith(Schema.String, "id")), [], chosen)
  })

  it("tape-1: a field that names a branch keeps the main branch", () => {
    decides((text) => isHarmless(text, fieldWith(Schema.String, "branch_id")), ["main"], ["mine"])
    assert.isFalse(isHarmless("main", fieldWith(Schema.String, "branch")))
  })

  it("tape-1: a number is kept where the contract has numbers or times, and 0 and 1 everywhere", () => {
    const keeps = (schema: Schema.Constraint) => [0, 1, 2, 7].filter((it) => isHarmlessNumber(it, fieldWith(schema)))

    assert.deepStrictEqual(keeps(Schema.Number), [0, 1, 2, 7])
    assert.deepStrictEqual(keeps(Schema.Date), [0, 1, 2, 7])
    assert.deepStrictEqual(keeps(Schema.Literals([7, 8])), [0, 1, 7])
    assert.deepStrictEqual(keeps(Schema.String), [0, 1])
    assert.deepStrictEqual(keeps(Schema.URL), [0, 1])
    assert.deepStrictEqual([0, 1, -1].filter((it) => isHarmlessNumber(it, root("a", []))), [0, 1])
  })

  it("tape-1: an id counts as an id everywhere if an id field that isn't secret contains it", () => {
    const place = fieldWith(Schema.String, "user_id")

    assert.isTrue(isId(id, place))
    assert.isTrue(isId(id, { ...root("header", []), allows: (text) => text === id }))
    assert.isFalse(isId(id, { ...root("header", []), allows: () => false }))
    assert.isFalse(isId("me", place))
    assert.isFalse(isId(id, { ...place, secret: true }))
    assert.isFalse(isId(id, { ...place, name: "key" }))
    assert.isFalse(isId(id, fieldWith(Schema.Number, "user_id")))
    assert.isFalse(isId(id, root("user_id", [])))
  })
})

describe("tape-1: names", () => {
  it("tape-1: the name of a field is kept if it consists of words, or is a name of the contract", () => {
    const word = "a".repeat(20)
    const capital = `A${word}`
    decides(
      isHarmlessName,
      [
        ...[
          "theme",
          "$ref",
          "userName",
          "user_name",
          "user-name",
          "optionsJSON",
          "pageURL",
          "someID",
          "theAPI",
          "asHTML"
        ],
        ...["size1", "size12", word, word + capital, `${word}_${word}`, `a${"_b".repeat(5)}`, `a${"Bc".repeat(5)}`],
        ...["emails.server.password", "auth.oauth.providers.google.type.x", `apiKeys.${"a".repeat(30)}`, "teams.A"],
        ...["analytics.a", "apiKeys.a", "apps.a", "auth.a", "dataVault.a", "dbSync.a", "domains.a", "emails.a"],
        ...["onboarding.a", "payments.a", "project.a", "rbac.a", "sourceOfTruth.a", "teams.a", "users.a"],
        ...["last_used_at_end_user_ip_info", "client_read_only_metadata"]
      ],
      [
        ...["", "Theme", "a@b.c", "a.b", "size123", `${word}a`, `a${capital}a`, `a_${word}a`, `a${"_b".repeat(6)}`],
        ...["$$ref", "a b", "user__name", "user_Name", "1a", "é", "aB", "theXML", "a\nb", "x y_z", "a!", "!a"],
        ...["emails.", "emails.1", `emails.${"a".repeat(31)}`, "emails.a.b.c.d.e.f", "other.a", "xemails.a"],
        ...["emails.a!", "emails..a"]
      ]
    )
  })

  it("tape-1: a part of a path is kept if it belongs to the API or to the handler pages of an app", () => {
    decides(
      isPathWord,
      [
        ...[
          "api",
          "v1",
          "handler",
          "sign-in",
          "sign-up",
          "sign-out",
          "callback",
          "oauth-callback",
          "magic-link-callback"
        ],
        ...["password-reset", "forgot-password", "email-verification", "team-invitation", "account-settings", "mfa"],
        ...["error", "cli-auth-confirm", "onboarding", "projects-anonymous-users", "projects-restricted-users"],
        ...[".well-known", "jwks.json", "users", "teams", "auth", "password"]
      ],
      ["ada", "{user_id}", "user_id", "4711", " "]
    )
  })

  it("tape-1: a host is kept if it is the platform's, localhost or an example domain", () => {
    decides(
      isHarmlessHost,
      [
        ...["localhost", "127.0.0.1", "[::1]", "api.localhost", "example.com", "www.example.com", "EXAMPLE.com"],
        ...["api.stack-auth.com", "api.hexclave.com"]
      ],
      ["", "app.example.com", "example.co", "ada.test"]
    )
  })

  it("tape-1: HTTP methods are kept", () => {
    assert.sameMembers([...methods], ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"])
  })
})

describe("tape-1: headers", () => {
  const date = "Wed, 01 Apr 2026 10:20:30 GMT"
  const headers: ReadonlyArray<
    readonly [name: string, kept: ReadonlyArray<string>, replaced: ReadonlyArray<string>]
  > = [
    ["access-type", ["client", "server", "admin"], ["", "owner"]],
    ["actual-status", ["200", "404"], ["20", "2000", "x200", "200x", "abc"]],
    ["allow-anonymous-user", ["true", "false"], ["yes", ""]],
    ["override-error-status", ["true", "false"], ["yes"]],
    ["branch-id", ["main"], ["other", ""]],
    [
      "content-type",
      [
        ...[
          "application/json",
          "application/octet-stream",
          "application/problem+json",
          "application/x-www-form-urlencoded"
        ],
        ...["text/css", "text/csv", "text/html", "text/plain", "text/xml", "image/gif", "image/jpeg", "image/png"],
        ...["image/svg+xml", "image/webp", "application/json; charset=utf-8", "Text/HTML;charset=UTF-8"]
      ],
      [
        ...["application/ada", "text/ada", "image/ada", "x application/json", "application/json; charset=utf-8; a=b"],
        ...["application/json; charset=ada", "application/json  ; charset=utf-8", "json"]
      ]
    ],
    ["date", [date], ["", `x${date}`, `${date}x`, "Wed, 1 Apr 2026 10:20:30 GMT", "wed, 01 apr 2026 10:20:30 GMT"]],
    ["known-error", ["USER_NOT_FOUND"], ["ADA_NOT_FOUND"]],
    ["project-id", [id, "internal"], ["ada"]],
    ["request-id", [], ["", id]],
    ["retry-after", ["0", "12345", date], ["123456", "x1", "1x", "soon"]]
  ]
  for (const [name, kept, replaced] of headers) {
    it(`tape-1: the header ${name} keeps the platform's values, but no other values`, () => {
      decides((text) => harmlessHeader(name)?.(text) === true, kept, replaced)
    })
  }

  it("tape-1: no other header keeps its value, not even a header named like a member of a prototype", () => {
    for (const name of ["access-token", "constructor", "toString"]) assert.isUndefined(harmlessHeader(name))
  })
})

describe("tape-1: errors", () => {
  const userNotFound = errorOf("USER_NOT_FOUND")!

  it("tape-1: the platform's sentences are kept", () => {
    decides((text) => isSentence(userNotFound, text), ["User not found.", "Passkey not found"], ["User Ada not found."])
    assert.isUndefined(errorOf("ADA_NOT_FOUND"))
  })

  it("tape-1: the sentence about a string that is too long is kept without its context", () => {
    for (const name of ["password", "new_password", "old_password"]) {
      const sentence = `body.${name} must be at most 70 characters`
      assert.strictEqual(readOf(`POST: ${sentence} (was hunter2)`), sentence)
    }
    assert.strictEqual(
      readOf("body.password must be at most 123456 characters"),
      "body.password must be at most 123456 characters"
    )
    for (
      const other of [
        ...["", "body.email must be at most 70 characters", "somebody.password must be at most 70 characters"],
        ...["body.password must be at most characters", "body.password must be at most 1234567 characters"]
      ]
    ) assert.isUndefined(readOf(other))
  })

  const codes = [
    ...["ECONNABORTED", "ECONNREFUSED", "ECONNRESET", "EHOSTDOWN", "EHOSTUNREACH", "ENETDOWN", "ENETUNREACH"],
    ...["ENOTFOUND", "EPIPE", "EPROTO", "ETIMEDOUT", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA", "EAI_NONAME"],
    ...["UND_ERR_SOCKET", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT"],
    ...["UND_ERR_ABORTED", "UND_ERR_DESTROYED", "UND_ERR_CLOSED", "CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"],
    ...["CERT_REVOKED", "CERT_UNTRUSTED", "DEPTH_ZERO_SELF_SIGNED_CERT", "SELF_SIGNED_CERT_IN_CHAIN"],
    ...["UNABLE_TO_GET_ISSUER_CERT", "UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
    ...["ERR_TLS_CERT_ALTNAME_INVALID", "ERR_SSL_WRONG_VERSION_NUMBER", "ERR_INVALID_URL", "ERR_INVALID_ARG_TYPE"],
    ...["ConnectionRefused", "ConnectionClosed", "FailedToOpenSocket", "bad port", "unknown scheme"]
  ]

  it("tape-1: the codes of runtimes for a lost connection are kept", () => {
    decides(isFaultCode, codes, ["", "EADA", "bad", "port"])
    for (const code of codes) {
      assert.deepStrictEqual(faultParts(`TypeError: fetch failed (${code})`), {
        name: "TypeError: ",
        message: "fetch failed",
        code
      })
    }
  })

  it("tape-1: the description of a lost connection is split into the wording of runtimes and the rest", () => {
    for (
      const name of [
        ...["TypeError", "Error", "AbortError", "TimeoutError", "NetworkError", "SyntaxError", "RequestError"],
        "DOMException"
      ]
    ) assert.deepStrictEqual(faultParts(`${name}: a\nb`), { name: `${name}: `, message: "a\nb", code: undefined })
    const whole = [
      ...[
        "",
        "AdaError: a",
        "a TypeError: b",
        "a (EADA)",
        "(EPIPE)",
        "a(EPIPE)",
        "a (EPIPE) b",
        "a (b)",
        "Ada (é (EPIPE))"
      ]
    ]
    for (const message of whole) assert.deepStrictEqual(faultParts(message), { name: "", message, code: undefined })
    assert.deepStrictEqual(faultParts("a\nb (c) (EPIPE)"), { name: "", message: "a\nb (c)", code: "EPIPE" })
  })

  it("tape-1: error messages that runtimes use for lost connections are kept", () => {
    decides(
      isFaultMessage,
      [
        ...["fetch failed", "Failed to fetch", "Load failed", "terminated", "network error", "Network request failed"],
        ...["NetworkError when attempting to fetch resource.", "socket hang up", "The operation was aborted."],
        ...["The connection was lost.", "no cause given", "other side closed", "Connection dropped."],
        ...["null", "undefined", "object", "number", "boolean", "function"].map((type) => `fetch threw ${type}`)
      ],
      ["", "fetch failed for Ada", "fetch threw Ada", "Ada fetch threw null", "fetch threw null Ada"]
    )
  })
})
