/** Answers that lie in their headers, lead elsewhere, or give the request back. */
import { answering, json, page } from "./bodies.ts"
import { type Answers, raw } from "./connections.ts"
import type { Answer } from "./hostileServer.ts"

const refusal = (code: unknown, details?: unknown, status: number = 400): Answer =>
  answering(
    status,
    { ...json, ...(typeof code === "string" && code !== "" ? { "x-stack-known-error": code } : {}) },
    () => JSON.stringify({ code, error: "no", details })
  )

/** Headers that contradict each other, or the body. */
export const contradicting: Answers = {
  every: {
    "an error's header and another's body": answering(
      400,
      { ...json, "x-stack-known-error": "USER_NOT_FOUND" },
      "{\"code\":\"TEAM_NOT_FOUND\",\"error\":\"no\"}"
    ),
    "an error's header and a success": answering(
      200,
      { ...json, "x-stack-known-error": "USER_NOT_FOUND" },
      "{\"success\":true}"
    ),
    "both prefixes with two errors": answering(
      400,
      { ...json, "x-stack-known-error": "USER_NOT_FOUND", "x-hexclave-known-error": "TEAM_NOT_FOUND" },
      "{\"code\":\"USER_NOT_FOUND\",\"error\":\"no\"}"
    ),
    "cookies of every kind": answering(200, {
      ...json,
      "set-cookie": ["stack-refresh=evil; Domain=127.0.0.1", "__Host-a=b", "=; ;;;", `a=${"b".repeat(5000)}`]
    }, "{}"),
    "addresses for browsers": answering(200, ({ elsewhere }) => ({
      ...json,
      refresh: `0; url=${elsewhere}`,
      link: `<${elsewhere}/a.js>; rel=preload`,
      "alt-svc": "h2=\"evil.example:443\"",
      "content-location": elsewhere,
      "report-to": `{"endpoints":[{"url":"${elsewhere}"}]}`
    }), "{}")
  },
  some: {
    "two real statuses": answering(200, { ...json, "x-stack-actual-status": ["404", "200"] }, "{}"),
    "an error's header and no body": answering(400, { "x-stack-known-error": "USER_NOT_FOUND" }, ""),
    "an error's header and a page": answering(200, { ...page, "x-stack-known-error": "USER_NOT_FOUND" }, "<html>"),
    "an error's header twice": answering(
      400,
      { ...json, "x-stack-known-error": ["USER_NOT_FOUND", "TEAM_NOT_FOUND"] },
      "{\"code\":\"USER_NOT_FOUND\",\"error\":\"no\"}"
    ),
    "a real status that is none": answering(200, { ...json, "x-stack-actual-status": "1e3" }, "{}"),
    "a real status of a success beside a refusal": answering(400, { ...json, "x-stack-actual-status": "200" }, "{}")
  }
}

/** Refusals that were never agreed on. */
export const refusing: Answers = {
  every: {
    "200 with a real 401": answering(200, { ...json, "x-stack-actual-status": "401" }, "{}"),
    "a code nobody knows": refusal("BRAND_NEW", { a: [null] }),
    "the code __proto__": refusal("__proto__"),
    "details of another shape": refusal("PASSWORD_TOO_SHORT", ["no", 7]),
    "a request for a second factor again and again": refusal("MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: "again"
    }),
    "an access token that is always over": refusal("ACCESS_TOKEN_EXPIRED", { expired_at_millis: "never" }, 401),
    "an admin's token that is always over": refusal("ADMIN_ACCESS_TOKEN_EXPIRED", undefined, 401),
    "a refresh token that is over": refusal("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", undefined, 401),
    "a user who is gone": refusal("USER_NOT_FOUND", undefined, 404),
    "508 with its marker": answering(508, json, "{\"error\":\"INFINITE_LOOP_DETECTED\"}")
  },
  some: {
    "details that are a text": refusal("SCHEMA_ERROR", "details"),
    "508 without its marker": answering(508, {}, "no"),
    "200 with a real 500": answering(200, { ...json, "x-stack-actual-status": "500" }, "{}"),
    "a code that is no text": refusal({ a: 1 }),
    "a code without letters": refusal(""),
    "the code constructor": refusal("constructor", null),
    "a request for a second factor without a code": refusal("MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: 7
    }),
    "a request for a challenge": refusal("BOT_CHALLENGE_REQUIRED", { site_key: {} }),
    "an access token that is never right": refusal("INVALID_ACCESS_TOKEN", undefined, 401),
    "a user who must sign in": refusal("USER_AUTHENTICATION_REQUIRED", undefined, 401),
    "a project that is gone": refusal("PROJECT_NOT_FOUND", { project_id: [] }, 404),
    "an error whose sentence is none": answering(400, json, "{\"code\":\"USER_NOT_FOUND\",\"error\":{\"a\":1}}")
  }
}

const slow = (...times: ReadonlyArray<string>): Answer => answering(429, { "retry-after": times }, "no")

/** Times to wait that nobody should believe. */
export const waiting: Answers = {
  every: {
    "none": answering(429, {}, "no"),
    "-1": slow("-1"),
    "a date of another age": slow("Fri, 31 Dec 9999 23:59:59 GMT"),
    "garbage": slow("soon; DROP TABLE")
  },
  some: {
    "1e12": slow("1e12"),
    "0": slow("0"),
    "999999999999999": slow("999999999999999"),
    "Infinity": slow("Infinity"),
    "NaN": slow("NaN"),
    "a date that is over": slow("Thu, 01 Jan 1970 00:00:00 GMT"),
    "a date that is none": slow("Foo, 99 Bar 99999 99:99:99 GMT"),
    "two that differ": slow("garbage", "86400"),
    "as a known error": answering(
      429,
      { ...json, "retry-after": "-0", "x-stack-known-error": "BRAND_NEW" },
      "{\"code\":\"BRAND_NEW\",\"error\":\"no\"}"
    )
  }
}

const to = (status: number, location: string): Answer => answering(status, { location }, "")
const toElsewhere = (status: number, address: (elsewhere: string, origin: string) => string): Answer =>
  answering(status, ({ elsewhere, origin }) => ({ location: address(elsewhere, origin) }), "")

/** Addresses to go on to. */
export const leading: Answers = {
  every: {
    "elsewhere with 302": toElsewhere(302, (elsewhere) => `${elsewhere}/api/v1/users/me`),
    "elsewhere with 307": toElsewhere(307, (elsewhere) => elsewhere),
    "elsewhere without a scheme": toElsewhere(307, (elsewhere) => elsewhere.slice("http:".length)),
    "to another name of the own host": toElsewhere(307, (_, origin) => origin.replace("127.0.0.1", "localhost")),
    "to itself, for ever": to(307, "?"),
    "to a script": to(302, "javascript:alert(1)")
  },
  some: {
    "to the own host with a password": toElsewhere(307, (_, origin) => origin.replace("//", "//eve:secret@")),
    "to a file": to(307, "file:///etc/passwd"),
    "elsewhere with 301": toElsewhere(301, (elsewhere) => elsewhere),
    "elsewhere with 303": toElsewhere(303, (elsewhere) => elsewhere),
    "elsewhere with 308": toElsewhere(308, (elsewhere) => elsewhere),
    "elsewhere by backslashes": toElsewhere(307, (elsewhere) => elsewhere.slice("http:".length).replace("//", "\\\\")),
    "elsewhere behind the own host as a name": toElsewhere(
      307,
      (elsewhere, origin) =>
        `http://${origin.slice("http://".length).replace(":", "%3a")}@${elsewhere.slice("http://".length)}`
    ),
    "to the own host by TLS": toElsewhere(307, (_, origin) => origin.replace("http:", "https:")),
    "to itself, deeper and deeper": to(308, "deeper/"),
    "to an address of a hundred kilobytes": to(307, `/${"a".repeat(10_000)}`),
    "to data": to(307, "data:application/json,{\"items\":[]}"),
    "to a blob": to(307, "blob:http://127.0.0.1/5a3c9f0e"),
    "to no address": to(307, "http://["),
    "to nowhere": answering(307, {}, ""),
    "among several": answering(300, ({ elsewhere }) => ({ location: elsewhere }), "[]"),
    "by a proxy": toElsewhere(305, (elsewhere) => elsewhere)
  }
}

/** A text as the value of a header: in one line, in Latin-1, and not too long for Node. */
const inHeader = (said: string): string => said.replace(/[^\x20-\xff]+/g, " ").trim().slice(0, 12_000)

/** A text as a host. */
const asHost = (said: string): string => `${said.replace(/[^a-z\d._-]+/gi, "-")}.evil.example`

const withHeader = (status: number, name: string): Answer =>
  answering(status, ({ said }) => ({ [name]: inHeader(said) }), "no")

const known =
  (body: (said: string) => { readonly code: string; readonly [name: string]: unknown }): Answer => (exchange) => {
    const answer = body(exchange.said)
    answering(400, { ...json, "x-stack-known-error": answer.code }, JSON.stringify(answer))(exchange)
  }

/** The request, secrets included, in whatever has room for it. */
export const echoing: Answers = {
  every: {
    "as a text": answering(400, {}, ({ said }) => said),
    "as a success": answering(200, json, ({ said }) => JSON.stringify({ [said]: said, items: [said, { id: said }] })),
    "as the text of an error": known((said) => ({ code: "USER_NOT_FOUND", error: said })),
    "as the details of an error": known((said) => ({ code: "SCHEMA_ERROR", error: "no", details: { message: said } })),
    "as an error nobody knows": known((said) => ({ code: "BRAND_NEW", error: said, details: [said] })),
    "as the header of an error": withHeader(400, "x-stack-known-error"),
    "as the id of a request": withHeader(500, "x-stack-request-id"),
    "as a host to go on to": answering(307, ({ said }) => ({ location: `http://${asHost(said).slice(0, 4000)}/` }), ""),
    "as a password to go on with": answering(307, ({ origin, said }) => ({
      location: origin.replace("//", `//eve:${encodeURIComponent(inHeader(said)).slice(0, 4000)}@`)
    }), "")
  },
  some: {
    "as a page": answering(200, page, ({ said }) => `<html>${said}</html>`),
    "as a type": withHeader(200, "content-type"),
    "as a time to wait": withHeader(429, "retry-after"),
    "as the words of a status": raw(({ said }) => `HTTP/1.1 400 ${inHeader(said)}\r\ncontent-length: 0\r\n\r\n`),
    "as the text of a fault": answering(500, {}, ({ said }) => said.repeat(5)),
    "as the names of details": known((said) => ({
      code: "BRAND_NEW",
      error: "no",
      details: { [said]: { [said]: said } }
    })),
    "as the code of an error": answering(
      400,
      json,
      ({ said }) => JSON.stringify({ code: inHeader(said), error: said })
    ),
    "as the header of an error, in its new name": withHeader(400, "x-hexclave-known-error"),
    "as the real status": withHeader(400, "x-stack-actual-status"),
    "as an encoding": withHeader(200, "content-encoding"),
    "as a date": withHeader(429, "date"),
    "as a cookie": withHeader(200, "set-cookie"),
    "as a realm": withHeader(401, "www-authenticate"),
    "as an address": withHeader(302, "location"),
    "as an address of its own": answering(307, ({ said }) => ({ location: `/${inHeader(said).slice(0, 4000)}` }), ""),
    "as a scheme to go on by": answering(307, ({ said }) => ({ location: `x${inHeader(said)}:a` }), ""),
    "as bytes that are no HTTP": raw(({ said }) => said),
    "as the name of a header": raw(({ said }) => `HTTP/1.1 200 OK\r\n${inHeader(said)}: a\r\n\r\n`),
    "as the size of a chunk": raw(({ said }) => `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${said}\r\n`),
    "as a length": raw(({ said }) => `HTTP/1.1 200 OK\r\ncontent-length: ${inHeader(said)}\r\n\r\n{}`),
    "as a body that breaks off": raw(({ said }) => `HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${said}`)
  }
}
