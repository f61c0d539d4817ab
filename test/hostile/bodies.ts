/** Answers that are whole, and not what was asked for. */
import { canaries } from "../support/canaries.ts"
import type { Answers } from "./connections.ts"
import type { Answer, Exchange } from "./hostileServer.ts"

interface Headers {
  readonly [name: string]: string | number | ReadonlyArray<string>
}

/** An answer over HTTP as it should be. */
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

/** No JSON, or none that anybody asked for. */
export const unreadable: Answers = {
  every: {
    "that is empty": ok(""),
    "that is null": ok("null"),
    "that begins with a byte order mark": ok("\ufeff{\"items\":[]}"),
    "that is not UTF-8": ok(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x7d])),
    "that stops in the middle": ok("{\"items\":[{\"id\":"),
    "that is an object without anything": ok("{}"),
    "whose items are null": ok("{\"items\":null,\"is_paginated\":true,\"pagination\":null}"),
    "whose items are nothing": ok("{\"items\":[null,null],\"is_paginated\":true,\"pagination\":{\"next_cursor\":{}}}")
  },
  some: {
    "that is a text": ok("\"text\""),
    "that is a list": ok("[]"),
    "that is blank": ok(" \r\n\t"),
    "that is a byte order mark": ok("\ufeff"),
    "that is UTF-16": ok(Buffer.from("{\"items\":[]}", "utf16le")),
    "that goes on after its end": ok("{\"items\":[]}{\"items\":[]}"),
    "that is a number": ok("-1e999"),
    "whose numbers are none": ok("{\"items\":[NaN,Infinity,undefined]}"),
    "whose texts have half a character": ok("{\"id\":\"\\ud800\",\"items\":[{\"id\":\"\\udfff\\u0000\"}]}"),
    "whose items are a hundred thousand": ok(`{"items":[${"0,".repeat(100_000)}0],"is_paginated":false}`),
    "whose names come twice": ok("{\"items\":[],\"items\":{},\"id\":1,\"id\":null}"),
    "whose times are at no time": ok("{\"items\":[],\"created_at_millis\":1e300,\"signed_up_at_millis\":-8.65e15}")
  }
}

const hostedPage = "<!doctype html><html><script>location='http://evil.example'</script>Sign in to the network</html>"

/** Something between here and the platform answers. */
export const inBetween: Answers = {
  every: {
    "200 and its page": answering(200, page, hostedPage),
    "200 and its page, as JSON": ok(hostedPage),
    "407": answering(407, { "proxy-authenticate": "Basic realm=\"proxy\"" }, "no"),
    "404 and its page": answering(404, page, hostedPage),
    "502 and its page": answering(502, page, hostedPage),
    "503 and a time to come back": answering(503, { "retry-after": "86400" }, ""),
    "204": answering(204, {}, ""),
    "304": answering(304, { etag: "\"a\"" }, "")
  },
  some: {
    "401 and a realm": answering(401, { "www-authenticate": "Basic realm=\"network\"" }, hostedPage),
    "599": answering(599, json, "{}"),
    "200 and a text": answering(200, { "content-type": "text/plain" }, "success"),
    "200 and no type": answering(200, {}, "success"),
    "200 and a picture": answering(200, { "content-type": "image/png" }, Buffer.from("89504e470d0a1a0a", "hex")),
    "403 and its page": answering(403, page, hostedPage),
    "405": answering(405, { allow: "TRACE" }, ""),
    "413": answering(413, { connection: "close" }, ""),
    "451": answering(451, page, hostedPage),
    "500 and a megabyte of page": answering(500, page, hostedPage.repeat(10_000)),
    "504": answering(504, {}, ""),
    "511 and its page": answering(511, page, hostedPage),
    "201 and nothing": answering(201, json, ""),
    "205": answering(205, {}, ""),
    "206 and a part": answering(206, { ...json, "content-range": "bytes 0-1/90" }, "{\"")
  }
}

const id = "5a3c9f0e-1b2c-4d5e-8f90-1234567890ee"
const item = { id, user_id: id, team_id: id, type: "email", value: "eve@evil.example", display_name: "Eve" }

/** What something else is answered with. */
export const swapped: Answers = {
  every: {
    "the sign-in of somebody": ok(
      JSON.stringify({ access_token: "a.b.c", refresh_token: "e".repeat(45), is_new_user: true, user_id: id })
    ),
    "a token that is the text undefined": ok("{\"access_token\":\"undefined\",\"refresh_token\":\"null\"}"),
    "a user": ok(JSON.stringify({ ...item, primary_email: "eve@evil.example", signed_up_at_millis: 0 })),
    "a list": ok(JSON.stringify({ items: [item], is_paginated: false })),
    "a list whose next page is itself": ok(
      JSON.stringify({ items: [item], is_paginated: true, pagination: { next_cursor: "again" } })
    ),
    "a success": ok("{\"success\":true}")
  },
  some: {
    "a token without a session": ok(JSON.stringify({ access_token: canaries.accessToken })),
    "an empty list whose next page is itself": ok(
      JSON.stringify({ items: [], is_paginated: true, pagination: { next_cursor: "again" } })
    ),
    "a login that waits": ok(
      "{\"status\":\"waiting\",\"polling_code\":\"p\",\"login_code\":\"l\",\"expires_at\":\"never\"}"
    ),
    "an address of somebody else": ok("{\"url\":\"javascript:alert(1)\",\"location\":\"//evil.example\"}"),
    "options of a passkey": ok("{\"options_json\":{\"challenge\":\"\",\"rpId\":\"evil.example\"},\"code\":\"c\"}")
  }
}

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + "1" + close.repeat(depth)
const polluting =
  "{\"__proto__\":{\"polluted\":1},\"constructor\":{\"prototype\":{\"polluted\":1}},\"items\":[{\"__proto__\":"
  + "{\"polluted\":1}}],\"prototype\":{\"polluted\":1}}"

/** JSON that is made to break programs. */
export const biting: Answers = {
  every: {
    "that names prototypes": ok(polluting),
    "that names prototypes in a refusal": answering(
      400,
      { ...json, "x-stack-known-error": "SCHEMA_ERROR" },
      () => `{"code":"SCHEMA_ERROR","error":"no","details":${polluting},"__proto__":{"polluted":1}}`
    ),
    "whose names are those of methods": ok(
      "{\"toString\":1,\"valueOf\":null,\"then\":{},\"toJSON\":[],\"hasOwnProperty\":0,\"length\":-1,\"_tag\":\"Success\"}"
    )
  },
  some: {
    "of 100,000 lists in each other": ok(nested(100_000, "[", "]")),
    "of 20,000 objects in each other": ok(nested(20_000, "{\"items\":", "}")),
    "of 5,000 objects in each other, as details": answering(
      400,
      { "x-stack-known-error": "BRAND_NEW", ...json },
      () => `{"code":"BRAND_NEW","error":"no","details":${nested(5000, "{\"a\":", "}")}}`
    ),
    "of 30,000 names": ok(`{${Array.from({ length: 30_000 }, (_, at) => `"name_${at}":0`).join()}}`),
    "of a text of 4 MB": ok(`{"id":"${"a".repeat(4_000_000)}"}`),
    "of a number of a million digits": ok(`{"id":${"9".repeat(1_000_000)}}`)
  }
}
