/** Responses that break off, stall, send too much data, or are malformed HTTP. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib"
import type { Answer, Exchange } from "./hostileServer.ts"

/** Responses of one kind, by name. */
export interface Answers {
  /** Responses that a full run sends to every function. */
  readonly every: { readonly [name: string]: Answer }
  /** Variants of these responses, which are sent to a few functions each. */
  readonly some: { readonly [name: string]: Answer }
}

/** Sends bytes instead of an HTTP response, and closes the connection. */
export const raw = (bytes: string | ((exchange: Exchange) => string)): Answer => (exchange) =>
  exchange.response.socket?.end(typeof bytes === "string" ? bytes : bytes(exchange), "latin1")

/** Sends bytes instead of an HTTP response, and resets the connection. */
const rawThenReset = (bytes: string): Answer => ({ response: { socket } }) =>
  socket?.write(bytes, () => socket.resetAndDestroy())

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`

/** Connections that end before the response is complete. */
export const breaking: Answers = {
  every: {
    "by a reset before the headers": ({ response: { socket } }) => socket?.resetAndDestroy(),
    "by a reset in the body": rawThenReset(`${head}content-length: 90\r\n\r\n{"items":[`),
    "by an end in the body": raw(`${head}content-length: 90\r\n\r\n{"items":[]}`),
    "by an end before the last chunk": raw(`${chunked}2\r\n{}\r\n`)
  },
  some: {
    "by a reset after the headers": rawThenReset(`${head}content-length: 90\r\n\r\n`),
    "by an end before the headers": raw(""),
    "by a reset in the status line": rawThenReset("HTTP/1.1 2"),
    "by a reset in the headers": rawThenReset(head),
    "by a reset between chunks": rawThenReset(`${chunked}2\r\n{}\r\n`),
    "by an end within a chunk": raw(`${chunked}ff\r\n{"items":[]}`),
    "by an end within gzip data": ({ response }) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" })
      response.end(gzipSync(JSON.stringify({ items: ["text"] })).subarray(0, 20))
    }
  }
}

/** Responses that stop before their end on an open connection. */
export const stalling: Answers = {
  every: {
    "before the headers": ({ stall }) => stall(),
    "in the body": ({ response: { socket }, stall }) => socket?.write(`${head}content-length: 9\r\n\r\n{`, stall)
  },
  some: {
    "in the headers": ({ response: { socket }, stall }) => socket?.write(head, stall),
    "after the headers": ({ response: { socket }, stall }) => socket?.write(`${head}content-length: 2\r\n\r\n`, stall),
    "before the last chunk": ({ response: { socket }, stall }) => socket?.write(`${chunked}2\r\n{}\r\n`, stall)
  }
}

const megabyte = Buffer.alloc(1_000_000, " ")

/** Writes until the limit, or until the client closes the connection. */
const pour = ({ response }: Exchange, most: number): void => {
  let written = 0
  const more = (): void => {
    while (!response.destroyed && written < most) {
      written += megabyte.length
      if (!response.write(megabyte)) return void response.once("drain", more)
    }
    response.end()
  }
  more()
}

const bomb = (encoding: string, bytes: () => Buffer): Answer => {
  let made: Buffer | undefined
  return ({ response }) => {
    response.writeHead(200, { "content-encoding": encoding, "content-type": "application/json" })
    response.end(made ??= bytes())
  }
}

const wide = () => Buffer.alloc(60_000_000, " ")

/** Responses that exceed any reasonable limit. */
export const tooLarge: Answers = {
  every: {
    "endless": (exchange) => {
      exchange.response.writeHead(200, { "content-type": "application/json" })
      pour(exchange, Infinity)
    },
    "50 MB, as announced": (exchange) => {
      exchange.response.writeHead(200, { "content-type": "application/json", "content-length": 50_000_000 })
      pour(exchange, 50_000_000)
    }
  },
  some: {
    "60 MB as gzip": bomb("gzip", () => gzipSync(wide())),
    "60 MB as brotli": bomb(
      "br",
      () => brotliCompressSync(wide(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    ),
    "an error of 6 MB": (exchange) => {
      exchange.response.writeHead(400, { "content-type": "text/plain" })
      pour(exchange, 6_000_000)
    },
    "60 MB as deflate": bomb("deflate", () => deflateSync(wide())),
    "60 MB as nested gzip": bomb("gzip, gzip", () => gzipSync(gzipSync(wide())))
  }
}

/** Malformed HTTP. */
export const malformed: Answers = {
  every: {
    "TLS": raw("\x15\x03\x03\x00\x02\x02\x28"),
    "HTTP/0.9": raw("{\"items\":[]}"),
    "status 999": raw("HTTP/1.1 999 No\r\ncontent-length: 2\r\n\r\n{}"),
    "two lengths": raw(`${head}content-length: 2\r\ncontent-length: 90\r\n\r\n{}`),
    "an invalid chunk size": raw(`${chunked}zz\r\n{}\r\n0\r\n\r\n`),
    "invalid gzip": ({ response }) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end("{\"items\":[]}")
    },
    "a hundred early hints without a response": raw("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100))
  },
  some: {
    "status 000": raw("HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n"),
    "a switch to another protocol": raw(
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"
    ),
    "ten thousand headers": raw(`${head}${"x-a: a\r\n".repeat(10_000)}content-length: 2\r\n\r\n{}`),
    "an SMTP greeting": raw("220 mail.example ESMTP\r\n"),
    "an HTTP/2 preface": raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "no status": raw("HTTP/1.1 \r\n\r\n"),
    "status 099": raw("HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n"),
    "a header without a name": raw("HTTP/1.1 200 OK\r\n: nothing\r\n\r\n"),
    "a NUL in a header": raw("HTTP/1.1 200 OK\r\nx-a: a\0b\r\ncontent-length: 2\r\n\r\n{}"),
    "a folded header": raw("HTTP/1.1 200 OK\r\nx-a: a\r\n b\r\ncontent-length: 2\r\n\r\n{}"),
    "a negative length": raw(`${head}content-length: -2\r\n\r\n{}`),
    "a length and chunks": raw(
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
    ),
    "an overflowing chunk size": raw(`${chunked}ffffffffffffffffff\r\n{}`),
    "two responses": raw(`${head}content-length: 2\r\n\r\n{}${head}content-length: 4\r\n\r\nnull`),
    "invalid brotli": ({ response }) => {
      response.writeHead(200, { "content-encoding": "br" }).end("{\"items\":[]}")
    },
    "an unknown encoding": ({ response }) => {
      response.writeHead(200, { "content-encoding": "rot13" }).end("{\"items\":[]}")
    },
    "100 and 102 before an error": raw(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 400 No\r\ncontent-length: 2\r\n\r\nno"
    ),
    "a header of a megabyte": raw(`${head}x-a: ${"a".repeat(1_000_000)}\r\ncontent-length: 2\r\n\r\n{}`)
  }
}
