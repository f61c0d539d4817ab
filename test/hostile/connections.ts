/** Answers whose connection breaks, stalls, floods, or is none of HTTP. */
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib"
import type { Answer, Exchange } from "./hostileServer.ts"

/** Answers of one kind, by what happens. */
export interface Answers {
  /** Full runs give them to every function. */
  readonly every: { readonly [name: string]: Answer }
  /** They differ from those in a detail: full runs give them to some functions each. */
  readonly some: { readonly [name: string]: Answer }
}

/** Bytes in place of an answer, and then the end. */
export const raw = (bytes: string | ((exchange: Exchange) => string)): Answer => (exchange) =>
  exchange.response.socket?.end(typeof bytes === "string" ? bytes : bytes(exchange), "latin1")

/** Bytes in place of an answer, and then a reset. */
const rawThenReset = (bytes: string): Answer => ({ response: { socket } }) =>
  socket?.write(bytes, () => socket.resetAndDestroy())

const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`

/** The connection is gone before the answer is whole. */
export const breaking: Answers = {
  every: {
    "with a reset before its headers": ({ response: { socket } }) => socket?.resetAndDestroy(),
    "with a reset in its body": rawThenReset(`${head}content-length: 90\r\n\r\n{"items":[`),
    "with an end in its body": raw(`${head}content-length: 90\r\n\r\n{"items":[]}`),
    "with an end before the last chunk": raw(`${chunked}2\r\n{}\r\n`)
  },
  some: {
    "with a reset after its headers": rawThenReset(`${head}content-length: 90\r\n\r\n`),
    "with an end before its headers": raw(""),
    "with a reset in its first line": rawThenReset("HTTP/1.1 2"),
    "with a reset in its headers": rawThenReset(head),
    "with a reset between chunks": rawThenReset(`${chunked}2\r\n{}\r\n`),
    "with an end within a chunk": raw(`${chunked}ff\r\n{"items":[]}`),
    "with an end in the middle of its gzip": ({ response }) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" })
      response.end(gzipSync(JSON.stringify({ items: ["text"] })).subarray(0, 20))
    }
  }
}

/** Half an answer, and then nothing. */
export const stalling: Answers = {
  every: {
    "before its headers": ({ stall }) => stall(),
    "in its body": ({ response: { socket }, stall }) => socket?.write(`${head}content-length: 9\r\n\r\n{`, stall)
  },
  some: {
    "in its headers": ({ response: { socket }, stall }) => socket?.write(head, stall),
    "after its headers": ({ response: { socket }, stall }) => socket?.write(`${head}content-length: 2\r\n\r\n`, stall),
    "before the last chunk": ({ response: { socket }, stall }) => socket?.write(`${chunked}2\r\n{}\r\n`, stall)
  }
}

const megabyte = Buffer.alloc(1_000_000, " ")

/** Writes as long as there is somebody who reads. */
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

/** More than anybody should read. */
export const tooLarge: Answers = {
  every: {
    "without end": (exchange) => {
      exchange.response.writeHead(200, { "content-type": "application/json" })
      pour(exchange, Infinity)
    },
    "of 50 MB, as it says": (exchange) => {
      exchange.response.writeHead(200, { "content-type": "application/json", "content-length": 50_000_000 })
      pour(exchange, 50_000_000)
    }
  },
  some: {
    "of a little gzip": bomb("gzip", () => gzipSync(wide())),
    "of a little brotli": bomb(
      "br",
      () => brotliCompressSync(wide(), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    ),
    "of 6 MB, as a refusal": (exchange) => {
      exchange.response.writeHead(400, { "content-type": "text/plain" })
      pour(exchange, 6_000_000)
    },
    "of a little deflate": bomb("deflate", () => deflateSync(wide())),
    "of gzip within gzip": bomb("gzip, gzip", () => gzipSync(gzipSync(wide())))
  }
}

/** Not HTTP, or not as it should be. */
export const malformed: Answers = {
  every: {
    "as bytes of TLS": raw("\x15\x03\x03\x00\x02\x02\x28"),
    "as HTTP/0.9": raw("{\"items\":[]}"),
    "of the status 999": raw("HTTP/1.1 999 No\r\ncontent-length: 2\r\n\r\n{}"),
    "with two lengths": raw(`${head}content-length: 2\r\ncontent-length: 90\r\n\r\n{}`),
    "with chunks of no size": raw(`${chunked}zz\r\n{}\r\n0\r\n\r\n`),
    "as gzip that is none": ({ response }) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end("{\"items\":[]}")
    },
    "as a hundred hints and no answer": raw("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n".repeat(100))
  },
  some: {
    "of the status 000": raw("HTTP/1.1 000 No\r\ncontent-length: 0\r\n\r\n"),
    "as a switch to another protocol": raw(
      "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"
    ),
    "with ten thousand headers": raw(`${head}${"x-a: a\r\n".repeat(10_000)}content-length: 2\r\n\r\n{}`),
    "as a greeting of SMTP": raw("220 mail.example ESMTP\r\n"),
    "as the preface of HTTP/2": raw("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    "without a status": raw("HTTP/1.1 \r\n\r\n"),
    "of the status 099": raw("HTTP/1.1 099 No\r\ncontent-length: 0\r\n\r\n"),
    "with a header without a name": raw("HTTP/1.1 200 OK\r\n: nothing\r\n\r\n"),
    "with a NUL in a header": raw("HTTP/1.1 200 OK\r\nx-a: a\0b\r\ncontent-length: 2\r\n\r\n{}"),
    "with a folded header": raw("HTTP/1.1 200 OK\r\nx-a: a\r\n b\r\ncontent-length: 2\r\n\r\n{}"),
    "with a length below zero": raw(`${head}content-length: -2\r\n\r\n{}`),
    "with a length and chunks": raw(
      `${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`
    ),
    "with a chunk of endless size": raw(`${chunked}ffffffffffffffffff\r\n{}`),
    "followed by another answer": raw(`${head}content-length: 2\r\n\r\n{}${head}content-length: 4\r\n\r\nnull`),
    "as brotli that is none": ({ response }) => {
      response.writeHead(200, { "content-encoding": "br" }).end("{\"items\":[]}")
    },
    "in an encoding nobody knows": ({ response }) => {
      response.writeHead(200, { "content-encoding": "rot13" }).end("{\"items\":[]}")
    },
    "as 100 and 102 before a refusal": raw(
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 400 No\r\ncontent-length: 2\r\n\r\nno"
    ),
    "with a header of a megabyte": raw(`${head}x-a: ${"a".repeat(1_000_000)}\r\ncontent-length: 2\r\n\r\n{}`)
  }
}
