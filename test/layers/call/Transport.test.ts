import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type * as http from "node:http"
import * as zlib from "node:zlib"
import { vi } from "vitest"
import {
  type Fetch,
  layerFetch,
  MaxResponseBytes,
  Transport,
  TransportError,
  type WireRequest
} from "../../../layers/call/Transport.ts"
import * as HttpClientTransport from "../../../layers/HttpClientTransport.ts"
import { RedirectRefused, ResponseTooLarge } from "../../../schemas/errors/index.ts"
import { failureOf } from "../../support/contract/calls.ts"
import { chunks, type FetchAnswer, scriptedFetch, throws, untilAborted } from "../../support/platform/scriptedFetch.ts"
import { closedPort, serve, serveRaw } from "../../support/platform/server.ts"

const text = (body: Uint8Array) => new TextDecoder().decode(body)

const get = (url: string): WireRequest => ({
  method: "GET",
  url,
  headers: { "x-stack-secret-server-key": "ssk_canary" },
  body: undefined
})

const post = (url: string): WireRequest => ({
  method: "POST",
  url,
  headers: { "content-type": "application/json", "x-stack-secret-server-key": "ssk_canary" },
  body: "{\"a\":1}"
})

const send = (request: WireRequest, layer: Layer.Layer<Transport>) =>
  Effect.flatMap(Transport, (transport) => Effect.exit(transport.send(request))).pipe(Effect.provide(layer))

const over = (fetch: Fetch, request = get("https://api.test/things")) => send(request, layerFetch({ fetch }))

const succeeded = <A, E>(exit: Exit.Exit<A, E>): A => {
  if (Exit.isSuccess(exit)) return exit.value
  throw new Error(`not a success: ${String(exit)}`)
}

const lostBy = <E>(exit: Exit.Exit<unknown, E>): TransportError => {
  const failure = failureOf(exit)
  assert.instanceOf(failure, TransportError)
  return failure as unknown as TransportError
}

// both transports are tested with real sockets and the same faults
const transports = {
  layerFetch: layerFetch(),
  HttpClientTransport: Layer.provide(HttpClientTransport.layer(), FetchHttpClient.layer)
}

for (const [name, layer] of Object.entries(transports)) {
  describe(`Transport.${name} on a real socket`, () => {
    it.effect("a transport on a real socket sends method, headers and body unchanged, without tracing or credential headers", () =>
      Effect.gen(function*() {
        const seen: Array<readonly [string | undefined, http.IncomingHttpHeaders, string]> = []
        const origin = yield* serve((request, response) => {
          let body = ""
          request.on("data", (part) => body += part).on("end", () => {
            seen.push([request.method, request.headers, body])
            response.setHeader("x-own", "yes").end("{}")
          })
        })
        const response = succeeded(yield* send(post(`${origin}/things?a=b`), layer))

        const [method, headers, body] = seen[0]!
        assert.deepStrictEqual([response.status, response.headers.get("x-own"), text(response.body)], [
          200,
          "yes",
          "{}"
        ])
        assert.deepStrictEqual([method, body], ["POST", "{\"a\":1}"])
        assert.strictEqual(headers["content-type"], "application/json")
        assert.strictEqual(headers["x-stack-secret-server-key"], "ssk_canary")
        for (const added of ["traceparent", "b3", "cookie", "authorization"]) assert.notProperty(headers, added)
      }))

    it.effect("a transport reads a response without a body", () =>
      Effect.gen(function*() {
        const origin = yield* serve((_, response) => response.writeHead(204).end())

        assert.strictEqual(succeeded(yield* send(get(origin), layer)).body.length, 0)
      }))

    it.effect("A2: a transport reports a refused connection as TransportError with ECONNREFUSED", () =>
      Effect.gen(function*() {
        const { fault, transient } = lostBy(yield* send(get(yield* closedPort), layer))

        assert.deepStrictEqual([fault, transient], ["TypeError: fetch failed (ECONNREFUSED)", false])
      }))

    it.effect("A2: a transport reports a TLS error as a permanent TransportError", () =>
      Effect.gen(function*() {
        const origin = yield* serve((_, response) => response.end())

        assert.isFalse(lostBy(yield* send(get(origin.replace("http:", "https:")), layer)).transient)
      }))

    const broken: Record<string, (socket: import("node:net").Socket) => void> = {
      "before the headers": (socket) => socket.resetAndDestroy(),
      "in the middle of the headers": (socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-le", () => socket.destroy()),
      "after the headers": (socket) =>
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n", () => socket.destroy()),
      "in the middle of the body": (socket) =>
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{\"name\":\"lamp\"}", () => socket.destroy()),
      "between chunks": (socket) =>
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n", () => socket.destroy())
    }
    for (const [place, answer] of Object.entries(broken)) {
      it.effect(`A3: a transport reports a connection that breaks ${place} as TransportError, never as a partial response`, () =>
        Effect.gen(function*() {
          const origin = yield* serveRaw(answer)

          assert.isTrue(lostBy(yield* send(get(origin), layer)).transient)
        }))
    }

    it.effect("A3: a transport reports a response that is not HTTP as TransportError", () =>
      Effect.gen(function*() {
        const origin = yield* serveRaw((socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"))

        assert.isTrue(lostBy(yield* send(get(origin), layer)).transient)
      }))

    for (const place of ["before its headers", "in the middle of its body"]) {
      it.effect(`A1: a transport closes the connection when a request is interrupted ${place}`, () =>
        Effect.gen(function*() {
          const arrived = yield* Deferred.make<void>()
          const closed = yield* Deferred.make<void>()
          const origin = yield* serve((request, response) => {
            request.socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
            if (place === "in the middle of its body") response.writeHead(200, { "content-length": "100" }).write("{")
            Deferred.doneUnsafe(arrived, Effect.void)
          })
          const fiber = yield* Effect.forkChild(send(get(origin), layer))
          yield* Deferred.await(arrived)

          yield* Fiber.interrupt(fiber)

          yield* Deferred.await(closed)
        }))
    }

    it.effect("A5: a transport cuts off an endless response at the size limit and closes the connection", () =>
      Effect.gen(function*() {
        const closed = yield* Deferred.make<void>()
        const origin = yield* serve((_, response) => {
          const write = () => {
            while (response.write(Buffer.alloc(65_536, "x")));
          }
          response.on("drain", write).on("close", () => Deferred.doneUnsafe(closed, Effect.void))
          write()
        })
        const exit = yield* send(get(origin), layer).pipe(Effect.provideService(MaxResponseBytes, 100_000))

        assert.deepStrictEqual(failureOf(exit), new ResponseTooLarge({ limitBytes: 100_000 }))
        yield* Deferred.await(closed)
      }))

    it.effect("A5: a transport buffers at most the size limit of 5 MB of a 50 MB response", () =>
      Effect.gen(function*() {
        let sent = 0
        const chunk = Buffer.alloc(65_536, " ")
        const origin = yield* serve((_, response) => {
          const write = () => {
            while (sent < 50_000_000) {
              sent += chunk.length
              if (!response.write(chunk)) return
            }
            response.end()
          }
          response.on("drain", write)
          write()
        })
        const before = process.memoryUsage().arrayBuffers
        const exit = yield* send(get(origin), layer)
        const growth = process.memoryUsage().arrayBuffers - before

        assert.deepStrictEqual(failureOf(exit), new ResponseTooLarge({ limitBytes: 5_000_000 }))
        assert.isBelow(growth, 20_000_000)
        assert.isBelow(sent, 50_000_000)
      }))

    it.effect("A5: a transport cuts off a small gzip body that expands to 50 MB at the size limit", () =>
      Effect.gen(function*() {
        const bomb = zlib.gzipSync(Buffer.alloc(50_000_000))
        const origin = yield* serve((_, response) => response.setHeader("content-encoding", "gzip").end(bomb))

        assert.instanceOf(failureOf(yield* send(get(origin), layer)), ResponseTooLarge)
      }))

    it.effect("A6: a transport decompresses gzip and reports broken gzip as TransportError", () =>
      Effect.gen(function*() {
        const packed = zlib.gzipSync("{\"name\":\"lamp\"}")
        let body = packed
        const origin = yield* serve((_, response) => response.setHeader("content-encoding", "gzip").end(body))

        assert.strictEqual(text(succeeded(yield* send(get(origin), layer)).body), "{\"name\":\"lamp\"}")
        body = Buffer.from(packed).fill(7, 12, 20)
        assert.instanceOf(failureOf(yield* send(get(origin), layer)), TransportError)
      }))

    it.effect("A8: a transport joins duplicate headers without throwing", () =>
      Effect.gen(function*() {
        const twice = "retry-after: 3\r\nretry-after: 60\r\nx-stack-known-error: A\r\nx-stack-known-error: B\r\n"
        const origin = yield* serveRaw((socket) =>
          socket.end(`HTTP/1.1 200 OK\r\n${twice}content-length: 2\r\nconnection: close\r\n\r\n{}`)
        )
        const { headers } = succeeded(yield* send(get(origin), layer))

        assert.strictEqual(headers.get("retry-after"), "3, 60")
        assert.strictEqual(headers.get("x-stack-known-error"), "A, B")
      }))

    it.effect("A8: a transport reports contradictory content lengths as TransportError", () =>
      Effect.gen(function*() {
        const origin = yield* serveRaw((socket) =>
          socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}")
        )

        assert.instanceOf(failureOf(yield* send(get(origin), layer)), TransportError)
      }))

    it.effect("A9: a transport doesn't follow a redirect to another origin, so that no secret reaches it", () =>
      Effect.gen(function*() {
        let elsewhere = 0
        const other = yield* serve((_, response) => {
          elsewhere++
          response.end("{}")
        })
        const origin = yield* serve((_, response) => response.writeHead(302, { location: `${other}/things` }).end())
        const exits = [yield* send(get(origin), layer), yield* send(post(origin), layer)]

        for (const exit of exits) {
          assert.deepStrictEqual(failureOf(exit), new RedirectRefused({ status: 302, origin: other }))
        }
        assert.strictEqual(elsewhere, 0)
      }))

    it.effect("A9: a transport follows a redirect within the origin with the same headers", () =>
      Effect.gen(function*() {
        const origin = yield* serve((request, response) =>
          request.url === "/old"
            ? response.writeHead(301, { location: "/new?a=b" }).end()
            : response.end(`${request.url} ${request.headers["x-stack-secret-server-key"]}`)
        )
        const answer = succeeded(yield* send(get(`${origin}/old`), layer))

        assert.strictEqual(text(answer.body), "/new?a=b ssk_canary")
      }))

    it.effect("A9: a transport follows redirects of a POST only if they keep its method and body", () =>
      Effect.gen(function*() {
        const origin = yield* serve((request, response) => {
          if (request.url !== "/new") {
            return response.writeHead(Number(request.url!.slice(1)), { location: "/new" }).end()
          }
          let body = ""
          return request.on("data", (part) => body += part).on("end", () => response.end(`${request.method} ${body}`))
        })

        for (const status of [307, 308]) {
          assert.strictEqual(text(succeeded(yield* send(post(`${origin}/${status}`), layer)).body), "POST {\"a\":1}")
        }
        for (const status of [301, 302, 303]) {
          assert.instanceOf(failureOf(yield* send(post(`${origin}/${status}`), layer)), RedirectRefused)
        }
      }))

    it.effect("A9: a transport stops after five redirects", () =>
      Effect.gen(function*() {
        let requests = 0
        const origin = yield* serve((_, response) => {
          requests++
          response.writeHead(302, { location: "/again" }).end()
        })

        assert.instanceOf(failureOf(yield* send(get(origin), layer)), RedirectRefused)
        assert.strictEqual(requests, 6)
      }))

    for (const location of [undefined, "http://", "https://[", "javascript:alert(1)", "data:,{}"]) {
      it.effect(`A9: a transport rejects a redirect to ${location ?? "an undefined location"}`, () =>
        Effect.gen(function*() {
          const origin = yield* serve((_, response) =>
            response.writeHead(302, location === undefined ? {} : { location }).end()
          )

          assert.instanceOf(failureOf(yield* send(get(origin), layer)), RedirectRefused)
        }))
    }
  })
}

describe("Transport.layerFetch", () => {
  const ok: FetchAnswer = () => new Response("{}")

  it.effect("the fetch transport sends no cookies, uses no cache and follows no redirects", () =>
    Effect.gen(function*() {
      const { calls, fetch } = scriptedFetch(ok)
      yield* over(fetch)

      const { cache, credentials, redirect } = calls[0]!.init
      assert.deepStrictEqual({ cache, credentials, redirect }, {
        cache: "no-store",
        credentials: "omit",
        redirect: "manual"
      })
    }))

  it.effect("on Cloudflare Workers, the fetch transport omits the options credentials and cache, which aren't supported there", () =>
    Effect.gen(function*() {
      Object.assign(globalThis, { WebSocketPair: () => {} })
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => delete (globalThis as { WebSocketPair?: unknown }).WebSocketPair)
      )
      const { calls, fetch } = scriptedFetch(ok)
      yield* over(fetch)

      assert.hasAllKeys(calls[0]!.init, ["method", "headers", "redirect", "signal"])
    }))

  it.effect("A1: the fetch transport aborts its signal when interrupted", () =>
    Effect.gen(function*() {
      const { calls, fetch } = scriptedFetch(untilAborted)
      const fiber = yield* Effect.forkChild(over(fetch), { startImmediately: true })

      yield* Fiber.interrupt(fiber)

      assert.isTrue(calls[0]!.init.signal!.aborted)
    }))

  it.effect("A3: the fetch transport reports a body that breaks off as TransportError", () =>
    Effect.gen(function*() {
      const { fetch } = scriptedFetch(() => new Response(chunks([new Uint8Array([123])], "breaks")))

      assert.deepStrictEqual({ ...lostBy(yield* over(fetch)) }, {
        ...new TransportError({ fault: "TypeError: terminated", transient: true })
      })
    }))

  it.effect("A4: the fetch transport aborts a stalled body with its call", () =>
    Effect.gen(function*() {
      const { calls, fetch } = scriptedFetch(() => new Response(chunks([new Uint8Array([123])], "stalls")))
      const fiber = yield* Effect.forkChild(over(fetch), { startImmediately: true })

      yield* Fiber.interrupt(fiber)

      assert.isTrue(calls[0]!.init.signal!.aborted)
    }))

  it.effect("A5: the fetch transport reads a response of exactly the size limit, and rejects a response that is one byte longer", () =>
    Effect.gen(function*() {
      const { fetch } = scriptedFetch(() => new Response(new Uint8Array(1000)))
      const capped = (limit: number) => over(fetch).pipe(Effect.provideService(MaxResponseBytes, limit))

      assert.strictEqual(succeeded(yield* capped(1000)).body.length, 1000)
      assert.instanceOf(failureOf(yield* capped(999)), ResponseTooLarge)
    }))

  it.effect("A5: without streams, the fetch transport reads the whole body at once, up to the size limit", () =>
    Effect.gen(function*() {
      const { fetch } = scriptedFetch(() =>
        ({ status: 200, headers: new Headers(), arrayBuffer: async () => new ArrayBuffer(1000) }) as Response
      )

      assert.strictEqual(succeeded(yield* over(fetch)).body.length, 1000)
      assert.instanceOf(
        failureOf(yield* over(fetch).pipe(Effect.provideService(MaxResponseBytes, 999))),
        ResponseTooLarge
      )
    }))

  it.effect("A9: the fetch transport rejects a redirect from https to http", () =>
    Effect.gen(function*() {
      const { calls, fetch } = scriptedFetch(() =>
        new Response(null, { status: 307, headers: { location: "http://api.test/things" } })
      )

      assert.deepStrictEqual(
        failureOf(yield* over(fetch)),
        new RedirectRefused({ status: 307, origin: "http://api.test" })
      )
      assert.strictEqual(calls.length, 1)
    }))

  it.effect("A9: the fetch transport rejects a redirect that the browser hides", () =>
    Effect.gen(function*() {
      const { fetch } = scriptedFetch(() =>
        Object.defineProperties(new Response(null), { type: { value: "opaqueredirect" }, status: { value: 0 } })
      )

      assert.deepStrictEqual(failureOf(yield* over(fetch)), new RedirectRefused({ status: 302, origin: undefined }))
    }))

  const hostile = new Proxy(new Error("no"), {
    get: () => {
      throw new Error("unreadable")
    }
  })
  const thrown: ReadonlyArray<readonly [what: string, thrown: unknown, fault: string, transient: boolean]> = [
    ["a TypeError", new TypeError("Failed to fetch"), "TypeError: Failed to fetch", true],
    [
      "a TypeError with a cause",
      new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } }),
      "TypeError: fetch failed (ENOTFOUND)",
      true
    ],
    ["a TypeError of another realm", { name: "TypeError", message: "x" }, "TypeError: x", true],
    ["another Error", new RangeError("no"), "RangeError: no", false],
    ["a DOMException", new DOMException("Aborted.", "AbortError"), "AbortError: Aborted.", false],
    ["undefined", undefined, "fetch threw undefined", false],
    ["null", null, "fetch threw null", false],
    ["a string", "boom", "fetch threw \"boom\"", false],
    ["a number", 7, "fetch threw number", false],
    ["a Symbol", Symbol("s"), "fetch threw symbol", false],
    ["a function", () => {}, "fetch threw function", false],
    ["a frozen object", Object.freeze({}), "fetch threw object", false],
    ["an object without prototype", Object.create(null), "fetch threw object", false],
    ["an error whose fields throw", hostile, "fetch threw object", false],
    ["an error whose name is a Symbol", { name: Symbol("s"), message: "" }, "fetch threw object", false]
  ]
  for (const [what, value, fault, transient] of thrown) {
    it.effect(`A13: the fetch transport reports a fetch that throws ${what} as TransportError: ${fault}`, () =>
      Effect.gen(function*() {
        const exits = [
          yield* over(scriptedFetch(throws(value)).fetch),
          yield* over(scriptedFetch(() => Promise.reject(value)).fetch)
        ]

        for (const exit of exits) {
          const found = lostBy(exit)
          assert.deepStrictEqual([found.fault, found.transient], [fault, transient])
        }
      }))
  }

  for (const what of [undefined, null, 7, "text", {}, { status: 200 }]) {
    it.effect(`A13: the fetch transport reports a fetch that resolves with ${JSON.stringify(what)} as TransportError`, () =>
      Effect.gen(function*() {
        assert.instanceOf(failureOf(yield* over(async () => what as Response)), TransportError)
      }))
  }

  it.effect("A13: the fetch transport reports a runtime without fetch as a permanent TransportError", () =>
    Effect.gen(function*() {
      const { fetch } = globalThis
      yield* Effect.addFinalizer(() => Effect.sync(() => Object.assign(globalThis, { fetch })))
      Object.assign(globalThis, { fetch: undefined })
      const found = lostBy(yield* send(get("https://api.test"), layerFetch()))

      assert.include(found.fault, "this runtime has no fetch")
      assert.isFalse(found.transient)
    }))
})

describe("connection to a loopback address", () => {
  const refused = throws(Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } }))
  const failed = throws(new TypeError("Failed to fetch"))
  const isTransient = (url: string, ...script: readonly [FetchAnswer, ...ReadonlyArray<FetchAnswer>]) =>
    Effect.gen(function*() {
      const { fetch } = scriptedFetch(...script)
      const transport = yield* Transport.pipe(Effect.provide(layerFetch({ fetch })))
      for (const _ of script.slice(1)) succeeded(yield* Effect.exit(transport.send(get(url))))
      return lostBy(yield* Effect.exit(transport.send(get(url)))).transient
    })

  it.effect.each([
    "http://127.0.0.1:8199/api/v1",
    "http://localhost:8199/api/v1",
    "http://emulator.localhost/api/v1",
    "http://[::1]:8199/api/v1"
  ])("a call to a loopback address is not retried if %s refuses the first connection", (url) =>
    Effect.gen(function*() {
      assert.isFalse(yield* isTransient(url, refused))
    }))

  it.effect("a call to a loopback address is retried if a connection is refused after an earlier response", () =>
    Effect.gen(function*() {
      assert.isTrue(yield* isTransient("http://localhost:8199/api/v1", () => new Response("{}"), refused))
    }))

  it.effect.each(["https://api.test", "http://localhost.test", "http://10.0.0.1", "http://127.0.0.1.test"])(
    "a call is retried if %s, which is not a loopback address, refuses the connection",
    (url) =>
      Effect.gen(function*() {
        assert.isTrue(yield* isTransient(url, refused))
      })
  )

  it.effect("in a browser, a call to a loopback address is not retried if the first connection is lost, for whatever reason", () =>
    Effect.gen(function*() {
      const onServer = yield* isTransient("http://localhost:8199", failed)
      vi.stubGlobal("document", {})
      const inBrowser = yield* isTransient("http://localhost:8199", failed)
      const elsewhere = yield* isTransient("https://api.test", failed)
      const afterwards = yield* isTransient("http://localhost:8199", () => new Response("{}"), failed)

      assert.deepStrictEqual({ onServer, inBrowser, elsewhere, afterwards }, {
        onServer: true,
        inBrowser: false,
        elsewhere: true,
        afterwards: true
      })
    }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllGlobals()))))
})
