/** Complete responses with an unexpected body. */
import { canaries } from "../support/suite/canaries.ts"
import type { Answers } from "./connections.ts"
import type { Answer, Exchange } from "./hostileServer.ts"

interface Headers {
  readonly [name: string]: string | number | ReadonlyArray<string>
}

/** Sends a regular HTTP response. */
export const answering = (
  status: number,
  headers: Headers | ((exchange: Exchange) => Headers),
  body: string | Uint8Array | ((exchange: Exchange) => string)
): Answer =>
(exchange) => {
  const given = typeof headers === "function" ? headers(exchange) : headers
  exchange.response.writeHead(status, { ...given } as never)
  exchange.response.end(typeof body === "function" ? body(exchange) : body)
}

export const json = { "content-type": "application/json" }
export const page = { "content-type": "text/html; charset=utf-8" }

const ok = (body: string | Uint8Array): Answer => answering(200, json, body)

/** Bodies that are not JSON, or not the JSON that the client expects. */
export const unreadable: Answers = {
  every: {
    "empty": ok(""),
    "null": ok("null"),
    "JSON after a byte order mark": ok("\ufeff{\"items\":[]}"),
    "not UTF-8": ok(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x7d])),
    "truncated JSON": ok("{\"items\":[{\"id\":"),
    "an empty object": ok("{}"),
    "a list whose items are null": ok("{\"items\":null,\"is_paginated\":true,\"pagination\":null}"),
    "a list of nulls": ok("{\"items\":[null,null],\"is_paginated\":true,\"pagination\":{\"next_cursor\":{}}}")
  },
  some: {
    "a string": ok("\"text\""),
    "an array": ok("[]"),
    "whitespace": ok(" \r\n\t"),
    "a byte order mark": ok("\ufeff"),
    "UTF-16": ok(Buffer.from("{\"items\":[]}", "utf16le")),
    "two JSON values": ok("{\"items\":[]}{\"items\":[]}"),
    "a number": ok("-1e999"),
    "JSON with NaN and Infinity": ok("{\"items\":[NaN,Infinity,undefined]}"),
    "JSON with lone surrogates": ok("{\"id\":\"\\ud800\",\"items\":[{\"id\":\"\\udfff\\u0000\"}]}"),
    "a list of 100,000 numbers": ok(`{"items":[${"0,".repeat(100_000)}0],"is_paginated":false}`),
    "JSON with duplicate keys": ok("{\"items\":[],\"items\":{},\"id\":1,\"id\":null}"),
    "JSON with impossible times": ok("{\"items\":[],\"created_at_millis\":1e300,\"signed_up_at_millis\":-8.65e15}")
  }
}

const hostedPage = "<!doctype html><html><script>location='http://evil.example'</script>Sign in to the network</html>"

/** Responses of an intermediary, such as a proxy or a captive portal. */
export const inBetween: Answers = {
  every: {
    "200 and a page": answering(200, page, hostedPage),
    "200 and a page declared as JSON": ok(hostedPage),
    "407": answering(407, { "proxy-authenticate": "Basic realm=\"proxy\"" }, "no"),
    "404 and a page": answering(404, page, hostedPage),
    "502 and a page": answering(502, page, hostedPage),
    "503 and Retry-After": answering(503, { "retry-after": "86400" }, ""),
    "204": answering(204, {}, ""),
    "304": answering(304, { etag: "\"a\"" }, "")
  },
  some: {
    "401 and a realm": answering(401, { "www-authenticate": "Basic realm=\"network\"" }, hostedPage),
    "599": answering(599, json, "{}"),
    "200 and plain text": answering(200, { "content-type": "text/plain" }, "success"),
    "200 without a type": answering(200, {}, "success"),
    "200 and a picture": answering(200, { "content-type": "image/png" }, Buffer.from("89504e470d0a1a0a", "hex")),
    "403 and a page": answering(403, page, hostedPage),
    "405": answering(405, { allow: "TRACE" }, ""),
    "413": answering(413, { connection: "close" }, ""),
    "451": answering(451, page, hostedPage),
    "500 and a page of a megabyte": answering(500, page, hostedPage.repeat(10_000)),
    "504": answering(504, {}, ""),
    "511 and a page": answering(511, page, hostedPage),
    "201 without a body": answering(201, json, ""),
    "205": answering(205, {}, ""),
    "206 and a part": answering(206, { ...json, "content-range": "bytes 0-1/90" }, "{\"")
  }
}

const id = "5a3c9f0e-1b2c-4d5e-8f90-1234567890ee"
const item = { id, user_id: id, team_id: id, type: "email", value: "eve@evil.example", display_name: "Eve" }

/** Valid responses to other requests. */
export const swapped: Answers = {
  every: {
    "another user's sign-in": ok(
      JSON.stringify({ access_token: "a.b.c", refresh_token: "e".repeat(45), is_new_user: true, user_id: id })
    ),
    "tokens that are the texts undefined and null": ok("{\"access_token\":\"undefined\",\"refresh_token\":\"null\"}"),
    "a user": ok(JSON.stringify({ ...item, primary_email: "eve@evil.example", signed_up_at_millis: 0 })),
    "a list": ok(JSON.stringify({ items: [item], is_paginated: false })),
    "a list whose next page is itself": ok(
      JSON.stringify({ items: [item], is_paginated: true, pagination: { next_cursor: "again" } })
    ),
    "a success": ok("{\"success\":true}")
  },
  some: {
    "an access token without a session": ok(JSON.stringify({ access_token: canaries.accessToken })),
    "an empty list whose next page is itself": ok(
      JSON.stringify({ items: [], is_paginated: true, pagination: { next_cursor: "again" } })
    ),
    "a pending CLI login": ok(
      "{\"status\":\"waiting\",\"polling_code\":\"p\",\"login_code\":\"l\",\"expires_at\":\"never\"}"
    ),
    "a hostile URL": ok("{\"url\":\"javascript:alert(1)\",\"location\":\"//evil.example\"}"),
    "passkey options of another site": ok(
      "{\"options_json\":{\"challenge\":\"\",\"rpId\":\"evil.example\"},\"code\":\"c\"}"
    )
  }
}

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + "1" + close.repeat(depth)
const polluting =
  "{\"__proto__\":{\"polluted\":1},\"constructor\":{\"prototype\":{\"polluted\":1}},\"items\":[{\"__proto__\":"
  + "{\"polluted\":1}}],\"prototype\":{\"polluted\":1}}"

/** JSON that is made to break programs. */
export const biting: Answers = {
  every: {
    "keys such as __proto__": ok(polluting),
    "keys such as __proto__ in an error": answering(
      400,
      { ...json, "x-stack-known-error": "SCHEMA_ERROR" },
      () => `{"code":"SCHEMA_ERROR","error":"no","details":${polluting},"__proto__":{"polluted":1}}`
    ),
    "keys that are names of methods": ok(
      "{\"toString\":1,\"valueOf\":null,\"then\":{},\"toJSON\":[],\"hasOwnProperty\":0,\"length\":-1,\"_tag\":\"Success\"}"
    )
  },
  some: {
    "100,000 nested arrays": ok(nested(100_000, "[", "]")),
    "20,000 nested objects": ok(nested(20_000, "{\"items\":", "}")),
    "5,000 nested objects in details": answering(
      400,
      { "x-stack-known-error": "BRAND_NEW", ...json },
      () => `{"code":"BRAND_NEW","error":"no","details":${nested(5000, "{\"a\":", "}")}}`
    ),
    "30,000 keys": ok(`{${Array.from({ length: 30_000 }, (_, at) => `"name_${at}":0`).join()}}`),
    "a string of 4 MB": ok(`{"id":"${"a".repeat(4_000_000)}"}`),
    "a number of a million digits": ok(`{"id":${"9".repeat(1_000_000)}}`)
  }
}
