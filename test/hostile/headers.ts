/** Responses with hostile headers, redirects, or a copy of the request. */
import { answering, json, page } from "./bodies.ts"
import { type Answers, raw } from "./connections.ts"
import type { Answer } from "./hostileServer.ts"

const refusal = (code: unknown, details?: unknown, status: number = 400): Answer =>
  answering(
    status,
    { ...json, ...(typeof code === "string" && code !== "" ? { "x-stack-known-error": code } : {}) },
    () => JSON.stringify({ code, error: "no", details })
  )

/** Headers that contradict each other or the body. */
export const contradicting: Answers = {
  every: {
    "an error in the header and another in the body": answering(
      400,
      { ...json, "x-stack-known-error": "USER_NOT_FOUND" },
      "{\"code\":\"TEAM_NOT_FOUND\",\"error\":\"no\"}"
    ),
    "an error in the header and a success in the body": answering(
      200,
      { ...json, "x-stack-known-error": "USER_NOT_FOUND" },
      "{\"success\":true}"
    ),
    "different errors in both spellings": answering(
      400,
      { ...json, "x-stack-known-error": "USER_NOT_FOUND", "x-hexclave-known-error": "TEAM_NOT_FOUND" },
      "{\"code\":\"USER_NOT_FOUND\",\"error\":\"no\"}"
    ),
    "hostile cookies": answering(200, {
      ...json,
      "set-cookie": ["stack-refresh=evil; Domain=127.0.0.1", "__Host-a=b", "=; ;;;", `a=${"b".repeat(5000)}`]
    }, "{}"),
    "URLs for browsers": answering(200, ({ elsewhere }) => ({
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
    "an error in the header and no body": answering(400, { "x-stack-known-error": "USER_NOT_FOUND" }, ""),
    "an error in the header and a page": answering(200, { ...page, "x-stack-known-error": "USER_NOT_FOUND" }, "<html>"),
    "two errors in one header": answering(
      400,
      { ...json, "x-stack-known-error": ["USER_NOT_FOUND", "TEAM_NOT_FOUND"] },
      "{\"code\":\"USER_NOT_FOUND\",\"error\":\"no\"}"
    ),
    "an invalid real status": answering(200, { ...json, "x-stack-actual-status": "1e3" }, "{}"),
    "a real status of a success with an error status": answering(400, { ...json, "x-stack-actual-status": "200" }, "{}")
  }
}

/** Errors that the contract doesn't expect, and errors that repeat forever. */
export const refusing: Answers = {
  every: {
    "200 with a real status of 401": answering(200, { ...json, "x-stack-actual-status": "401" }, "{}"),
    "an unknown code": refusal("BRAND_NEW", { a: [null] }),
    "the code __proto__": refusal("__proto__"),
    "known, with details of another shape": refusal("PASSWORD_TOO_SHORT", ["no", 7]),
    "a repeated requirement of MFA": refusal("MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: "again"
    }),
    "an expired access token, each time": refusal("ACCESS_TOKEN_EXPIRED", { expired_at_millis: "never" }, 401),
    "an expired admin token, each time": refusal("ADMIN_ACCESS_TOKEN_EXPIRED", undefined, 401),
    "an expired refresh token": refusal("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", undefined, 401),
    "a deleted user": refusal("USER_NOT_FOUND", undefined, 404),
    "508 with the loop marker": answering(508, json, "{\"error\":\"INFINITE_LOOP_DETECTED\"}")
  },
  some: {
    "known, with details as a string": refusal("SCHEMA_ERROR", "details"),
    "508 without the loop marker": answering(508, {}, "no"),
    "200 with a real status of 500": answering(200, { ...json, "x-stack-actual-status": "500" }, "{}"),
    "an object instead of a code": refusal({ a: 1 }),
    "an empty code": refusal(""),
    "the code constructor": refusal("constructor", null),
    "a requirement of MFA without a code": refusal("MULTI_FACTOR_AUTHENTICATION_REQUIRED", {
      attempt_code: 7
    }),
    "a bot challenge": refusal("BOT_CHALLENGE_REQUIRED", { site_key: {} }),
    "an invalid access token, each time": refusal("INVALID_ACCESS_TOKEN", undefined, 401),
    "a missing sign-in": refusal("USER_AUTHENTICATION_REQUIRED", undefined, 401),
    "a deleted project": refusal("PROJECT_NOT_FOUND", { project_id: [] }, 404),
    "known, with an object as its message": answering(400, json, "{\"code\":\"USER_NOT_FOUND\",\"error\":{\"a\":1}}")
  }
}

const slow = (...times: ReadonlyArray<string>): Answer => answering(429, { "retry-after": times }, "no")

/** Values of Retry-After that must not be trusted. */
export const waiting: Answers = {
  every: {
    "missing": answering(429, {}, "no"),
    "-1": slow("-1"),
    "in the year 9999": slow("Fri, 31 Dec 9999 23:59:59 GMT"),
    "garbage": slow("soon; DROP TABLE")
  },
  some: {
    "1e12": slow("1e12"),
    "0": slow("0"),
    "999999999999999": slow("999999999999999"),
    "Infinity": slow("Infinity"),
    "NaN": slow("NaN"),
    "in the past": slow("Thu, 01 Jan 1970 00:00:00 GMT"),
    "as an invalid date": slow("Foo, 99 Bar 99999 99:99:99 GMT"),
    "twice, with different values": slow("garbage", "86400"),
    "of a known error": answering(
      429,
      { ...json, "retry-after": "-0", "x-stack-known-error": "BRAND_NEW" },
      "{\"code\":\"BRAND_NEW\",\"error\":\"no\"}"
    )
  }
}

const to = (status: number, location: string): Answer => answering(status, { location }, "")
const toElsewhere = (status: number, address: (elsewhere: string, origin: string) => string): Answer =>
  answering(status, ({ elsewhere, origin }) => ({ location: address(elsewhere, origin) }), "")

/** Redirects. */
export const leading: Answers = {
  every: {
    "to another host with 302": toElsewhere(302, (elsewhere) => `${elsewhere}/api/v1/users/me`),
    "to another host with 307": toElsewhere(307, (elsewhere) => elsewhere),
    "to another host without a scheme": toElsewhere(307, (elsewhere) => elsewhere.slice("http:".length)),
    "to another name of the same host": toElsewhere(307, (_, origin) => origin.replace("127.0.0.1", "localhost")),
    "to itself": to(307, "?"),
    "to a script": to(302, "javascript:alert(1)")
  },
  some: {
    "to the same host with a password": toElsewhere(307, (_, origin) => origin.replace("//", "//eve:secret@")),
    "to a file": to(307, "file:///etc/passwd"),
    "to another host with 301": toElsewhere(301, (elsewhere) => elsewhere),
    "to another host with 303": toElsewhere(303, (elsewhere) => elsewhere),
    "to another host with 308": toElsewhere(308, (elsewhere) => elsewhere),
    "to another host with backslashes": toElsewhere(
      307,
      (elsewhere) => elsewhere.slice("http:".length).replace("//", "\\\\")
    ),
    "to another host, with the own host as user name": toElsewhere(
      307,
      (elsewhere, origin) =>
        `http://${origin.slice("http://".length).replace(":", "%3a")}@${elsewhere.slice("http://".length)}`
    ),
    "to the same host over TLS": toElsewhere(307, (_, origin) => origin.replace("http:", "https:")),
    "to itself, with a longer path each time": to(308, "deeper/"),
    "to a very long URL": to(307, `/${"a".repeat(10_000)}`),
    "to data": to(307, "data:application/json,{\"items\":[]}"),
    "to a blob": to(307, "blob:http://127.0.0.1/5a3c9f0e"),
    "to an invalid URL": to(307, "http://["),
    "to nowhere": answering(307, {}, ""),
    "to several locations": answering(300, ({ elsewhere }) => ({ location: elsewhere }), "[]"),
    "to a proxy": toElsewhere(305, (elsewhere) => elsewhere)
  }
}

/** Converts a string to a header value: one line, in Latin-1, and short enough for Node. */
const inHeader = (requestText: string): string => requestText.replace(/[^\x20-\xff]+/g, " ").trim().slice(0, 12_000)

/** Converts a string to a host name. */
const asHost = (requestText: string): string => `${requestText.replace(/[^a-z\d._-]+/gi, "-")}.evil.example`

const withHeader = (status: number, name: string): Answer =>
  answering(status, ({ requestText }) => ({ [name]: inHeader(requestText) }), "no")

const known = (body: (requestText: string) => { readonly code: string; readonly [name: string]: unknown }): Answer =>
(
  exchange
) => {
  const answer = body(exchange.requestText)
  answering(400, { ...json, "x-stack-known-error": answer.code }, JSON.stringify(answer))(exchange)
}

/** Responses that contain the whole request with its secrets. */
export const echoing: Answers = {
  every: {
    "plain text": answering(400, {}, ({ requestText }) => requestText),
    "a success": answering(
      200,
      json,
      ({ requestText }) => JSON.stringify({ [requestText]: requestText, items: [requestText, { id: requestText }] })
    ),
    "an error's message": known((requestText) => ({ code: "USER_NOT_FOUND", error: requestText })),
    "an error's details": known((requestText) => ({
      code: "SCHEMA_ERROR",
      error: "no",
      details: { message: requestText }
    })),
    "an unknown error": known((requestText) => ({ code: "BRAND_NEW", error: requestText, details: [requestText] })),
    "an error's header": withHeader(400, "x-stack-known-error"),
    "a request id": withHeader(500, "x-stack-request-id"),
    "a redirect's host": answering(
      307,
      ({ requestText }) => ({ location: `http://${asHost(requestText).slice(0, 4000)}/` }),
      ""
    ),
    "a redirect's password": answering(307, ({ origin, requestText }) => ({
      location: origin.replace("//", `//eve:${encodeURIComponent(inHeader(requestText)).slice(0, 4000)}@`)
    }), "")
  },
  some: {
    "a page": answering(200, page, ({ requestText }) => `<html>${requestText}</html>`),
    "a content type": withHeader(200, "content-type"),
    "Retry-After": withHeader(429, "retry-after"),
    "the status line": raw(({ requestText }) => `HTTP/1.1 400 ${inHeader(requestText)}\r\ncontent-length: 0\r\n\r\n`),
    "a server error": answering(500, {}, ({ requestText }) => requestText.repeat(5)),
    "keys of details": known((requestText) => ({
      code: "BRAND_NEW",
      error: "no",
      details: { [requestText]: { [requestText]: requestText } }
    })),
    "an error's code": answering(
      400,
      json,
      ({ requestText }) => JSON.stringify({ code: inHeader(requestText), error: requestText })
    ),
    "an error's header in the newer spelling": withHeader(400, "x-hexclave-known-error"),
    "the real status": withHeader(400, "x-stack-actual-status"),
    "an encoding": withHeader(200, "content-encoding"),
    "a date": withHeader(429, "date"),
    "a cookie": withHeader(200, "set-cookie"),
    "a realm": withHeader(401, "www-authenticate"),
    "a redirect's URL": withHeader(302, "location"),
    "a redirect's path": answering(
      307,
      ({ requestText }) => ({ location: `/${inHeader(requestText).slice(0, 4000)}` }),
      ""
    ),
    "a redirect's scheme": answering(307, ({ requestText }) => ({ location: `x${inHeader(requestText)}:a` }), ""),
    "bytes that aren't HTTP": raw(({ requestText }) => requestText),
    "a header's name": raw(({ requestText }) => `HTTP/1.1 200 OK\r\n${inHeader(requestText)}: a\r\n\r\n`),
    "a chunk's size": raw(({ requestText }) =>
      `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${requestText}\r\n`
    ),
    "a length": raw(({ requestText }) => `HTTP/1.1 200 OK\r\ncontent-length: ${inHeader(requestText)}\r\n\r\n{}`),
    "a truncated body": raw(({ requestText }) => `HTTP/1.1 200 OK\r\ncontent-length: 99999\r\n\r\n${requestText}`)
  }
}
