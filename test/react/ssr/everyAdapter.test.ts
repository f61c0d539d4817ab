/** What every adapter reads of the requests of pages that haven't moved yet. */
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import express from "express"
import { Hono } from "hono"
import * as http from "node:http"
import type * as net from "node:net"
import { assert, describe, it } from "vitest"
import * as Project from "../../../layers/call/Project.ts"
import * as Transport from "../../../layers/call/Transport.ts"
import { createLatchkeyNext } from "../../../react/nextjs/index.ts"
import { createLatchkeyStart } from "../../../react/tanstackStart/index.ts"
import {
  fetchHandler,
  latchkeyExpress,
  latchkeyHono,
  latchkeyNextjs,
  nodeHttp
} from "../../../src/backend/adapters/index.ts"
import { Authenticator, layerAuthentication, router } from "../../../src/backend/httpApi/index.ts"
import { type RunningEmulator, startEmulator } from "../../../src/emulator/index.ts"
import { reveal } from "../../../src/promise/index.ts"
import { createAuthenticator } from "../../../src/verify.ts"
import { ada } from "../../support/platform/inProcessEmulator.ts"

type Headers = { readonly [name: string]: string }

/** Status and text of a response. */
type Ask = (headers: Headers) => Promise<readonly [status: number, text: string]>

const site = "https://app.example.com"

const read = async (response: Response) => [response.status, await response.text()] as const

const overPort = async (handler: http.RequestListener, headers: Headers) => {
  const server = http.createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  try {
    return await read(await fetch(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`, { headers }))
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** A page or route of each adapter that requires a user, and responds with `in`. */
const adapters: {
  readonly [name: string]: (platform: RunningEmulator, authenticator: ReturnType<typeof createAuthenticator>) => Ask
} = {
  fetchHandler: (_, authenticator) => async (headers) =>
    read(
      await fetchHandler(authenticator, () => new Response("in"), { require: "user" })(new Request(site, { headers }))
    ),
  latchkeyHono: (_, authenticator) => async (headers) => {
    const app = new Hono()
    app.get("/", latchkeyHono(authenticator, { require: "user" }), (context) => context.text("in"))
    return read(await app.request(new Request(site, { headers })))
  },
  latchkeyExpress: (_, authenticator) => (headers) => {
    const app = express()
    app.get("/", latchkeyExpress(authenticator, { require: "user" }), (_request, response) => void response.send("in"))
    return overPort(app, headers)
  },
  nodeHttp: (_, authenticator) => (headers) =>
    overPort(async (request, response) => {
      if (await nodeHttp(authenticator, { require: "user" })(request, response) !== undefined) response.end("in")
    }, headers),
  latchkeyNextjs: (_, authenticator) => async (given) => {
    const { authenticate } = latchkeyNextjs(authenticator, {
      headers: async () => new Headers(given),
      redirect: () => assert.fail()
    })
    const found = await authenticate()
    return found.status === "signed-in" ? [200, "in"] : [401, "message" in found ? found.message : found.status]
  },
  "createLatchkeyNext": ({ project }) => async (headers) =>
    read(await createLatchkeyNext(project).withUser(() => new Response("in"))(new Request(site, { headers }))),
  "createLatchkeyStart": ({ project }) => async (headers) => {
    const request = new Request(site, { headers })
    const { withUser } = createLatchkeyStart({ getRequest: () => request, redirect: () => assert.fail() }, project)
    return read(await withUser(() => new Response("in"))({ request }))
  },
  "latchkey/http-api": ({ project }) => async (headers) => {
    const routes = HttpRouter.add("GET", "/", HttpServerResponse.text("in")).pipe(
      Layer.provide(router.requireUser.layer),
      Layer.provide(layerAuthentication()),
      Layer.provide([Authenticator.layer(), HttpServer.layerServices]),
      Layer.provide(Layer.merge(Project.layer(project), Transport.layerFetch()))
    )
    const { dispose, handler } = HttpRouter.toWebHandler(routes as never, { disableLogger: true })
    const response = await read(
      await (handler as (request: Request) => Promise<Response>)(new Request(site, { headers }))
    )
    await dispose()
    return response
  }
}

describe.each(Object.entries(adapters))("%s", (_, adapter) => {
  it("reads the credentials that pages with the platform's SDK send, with the headers of both brands, and names a header that it doesn't read", async () => {
    await using platform = await startEmulator({ users: [ada] })
    await using authenticator = createAuthenticator(platform.project)
    const ask = adapter(platform, authenticator)
    const tokens = await platform.sessions.start({ user: ada.email })
    const accessToken = reveal(tokens.accessToken)
    const refreshToken = reveal(tokens.refreshToken)

    for (const brand of ["stack", "hexclave"]) {
      const alone = { [`x-${brand}-access-token`]: accessToken }
      assert.deepStrictEqual(await ask(alone), [200, "in"])
      assert.deepStrictEqual(await ask({ ...alone, [`x-${brand}-refresh-token`]: refreshToken }), [200, "in"])
      assert.deepStrictEqual(
        await ask({ [`x-${brand}-auth`]: JSON.stringify({ accessToken, refreshToken }) }),
        [200, "in"]
      )
    }
    const [status, text] = await ask({ "x-access-token": accessToken })
    assert.strictEqual(status, 401)
    assert.include(text, "the header x-access-token isn't read. Send an access token as ")
    assert.notInclude(text, accessToken)
  })
})
