import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Access from "../../../../layers/access/access.ts"
import { Project } from "../../../../layers/call/Project.ts"
import { Transport } from "../../../../layers/call/Transport.ts"
import { Turns as TurnsOf } from "../../../../layers/turns/Turns.ts"
import type { Turns } from "../../../../layers/turns/Turns.ts"
import * as Users from "../../../../schemas/endpoints/users.ts"
import {
  HttpApiCredits,
  layerHttpApiCredits,
  layerRpcCredits,
  Price,
  routeCredits,
  RpcCredits
} from "../../../../src/backend/credits/index.ts"
import * as Http from "../../../../src/backend/httpApi/index.ts"
import {
  Authenticator,
  layerAuthentication,
  layerClientCookies,
  RequireUser
} from "../../../../src/backend/rpc/index.ts"
import { Emulator, type Seed } from "../../../../src/emulator/index.ts"
import { serverPayments } from "../../../../src/payments/index.ts"
import { overBothTransports } from "../../../support/platform/transports.ts"
import { payments } from "../../emulator/payments/shop.ts"
import { asServer, emulated, signUp } from "../../emulator/support/support.ts"

const selling: Seed = { payments }
const price = { itemId: "credits", amount: 2 }

class Pictures extends RpcGroup.make(
  Rpc.make("draw", { success: Schema.String, error: Schema.String, payload: { as: Schema.String } })
    .annotate(Price, price).middleware(RpcCredits).middleware(RequireUser),
  Rpc.make("film", { success: Schema.String, error: Schema.String, stream: true, payload: { as: Schema.String } })
    .annotate(Price, price).middleware(RpcCredits).middleware(RequireUser),
  Rpc.make("free", { success: Schema.String }).middleware(RpcCredits).middleware(RequireUser)
) {}

const works = (as: string) =>
  as === "fails" ? Effect.fail("no paper") : as === "hangs" ? Effect.never : Effect.succeed("a picture")

const handlers = Pictures.toLayer({
  draw: ({ as }) => works(as),
  film: ({ as }) => Stream.concat(Stream.make("frame"), Stream.fromEffect(works(as))),
  free: () => Effect.succeed("unreachable")
})

/** The services of the emulator, for layers that are built for a back end. */
const platform = Effect.map(
  Effect.context<Project | Transport>(),
  (context) => Layer.succeedContext(Context.pick(Project, Transport)(context))
)

/** A signed-in user with credits. */
const customer = (credits: number) =>
  Effect.gen(function*() {
    const { accessToken } = yield* signUp()
    const { id: userId } = yield* Users.getMe()
    const item = { userId, itemId: "credits" }
    yield* asServer(serverPayments.items.increase({ ...item, by: credits }))
    return {
      headers: { authorization: `Bearer ${Redacted.value(accessToken)}` },
      left: Effect.map(asServer(serverPayments.items.get(item)), ({ quantity }) => quantity)
    }
  })

/** A client of the procedures, whose server has these settings. */
const rpcWith = (settings: Layer.Layer<never>) =>
  Effect.gen(function*() {
    const access = Layer.provide(Layer.fresh(Access.layerServer()), settings)
    const priced = Layer.provide(layerRpcCredits(), access)
    const services = Layer.mergeAll(handlers, layerAuthentication(), priced).pipe(
      Layer.provide(Authenticator.layer()),
      Layer.provide(yield* platform)
    )
    // the tests send the headers themselves
    const all = yield* Layer.build(Layer.merge(services, layerClientCookies()))
    return yield* Effect.provide(RpcTest.makeClient(Pictures), all)
  })

const rpc = rpcWith(Layer.empty)

overBothTransports(({ emulated }) => {
  it.effect("credits-4: a procedure costs its price, unless it fails", () =>
    Effect.gen(function*() {
      const { headers, left } = yield* customer(5)
      const { draw, film } = yield* rpc

      assert.strictEqual(yield* draw({ as: "works" }, { headers }), "a picture")
      assert.strictEqual(yield* left, 3)
      assert.strictEqual(yield* Effect.flip(draw({ as: "fails" }, { headers })), "no paper")
      assert.strictEqual(yield* Effect.flip(Stream.runDrain(film({ as: "fails" }, { headers }))), "no paper")
      assert.strictEqual(yield* left, 3)
      assert.strictEqual((yield* Stream.runCollect(film({ as: "works" }, { headers }))).length, 2)
      assert.strictEqual(yield* left, 1)
      const poor = yield* Effect.flip(draw({ as: "works" }, { headers }))
      assert.include(poor, { _tag: "NotEnoughCredits", itemId: "credits", amount: 2 })
      assert.strictEqual(yield* left, 1)
    }).pipe(Effect.scoped, Effect.provide(emulated(selling))))
})

const pictures = HttpApiEndpoint.get("draw", "/draw/:as", {
  success: Schema.String,
  error: Schema.String,
  params: { as: Schema.String }
}).annotate(Price, price).middleware(HttpApiCredits).middleware(Http.RequireUser)
const api = HttpApi.make("api").add(HttpApiGroup.make("pictures").add(pictures))

/** A back end with an endpoint of `HttpApi` and a plain route. */
const backEnd = Effect.gen(function*() {
  const group = HttpApiBuilder.group(api, "pictures", (on) => on.handle("draw", ({ params: { as } }) => works(as)))
  const plain = HttpRouter.add(
    "GET",
    "/plain/:status",
    Effect.map(
      HttpRouter.params,
      ({ status }) => HttpServerResponse.text("", { status: Number(status) })
    )
  ).pipe(Layer.provide(routeCredits(price).combine(Http.router.requireUser).layer))
  const routes = Layer.merge(HttpApiBuilder.layer(api).pipe(Layer.provide(group)), plain).pipe(
    Layer.provide([Http.layerAuthentication(), layerHttpApiCredits()]),
    Layer.provide(Authenticator.layer()),
    Layer.provide(Layer.fresh(Access.layerServer())),
    Layer.provide(yield* platform),
    Layer.provide(HttpServer.layerServices)
  )
  const { dispose, handler } = HttpRouter.toWebHandler(routes, { disableLogger: true })
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  return (path: string, headers: Record<string, string>) =>
    Effect.promise(() => handler(new Request(`http://app.test${path}`, { headers })))
})

describe("requests that cost credits", () => {
  it.live("credits-4: an endpoint and a route cost their price, unless they fail", () =>
    Effect.gen(function*() {
      const { headers, left } = yield* customer(5)
      const ask = yield* backEnd
      const seen: Array<number> = []
      for (const path of ["/draw/fails", "/plain/500", "/plain/409", "/draw/works", "/plain/200", "/draw/works"]) {
        seen.push((yield* ask(path, headers)).status, yield* left)
      }
      const refused = yield* ask("/plain/200", headers)

      assert.deepStrictEqual(seen, [500, 5, 500, 5, 409, 5, 200, 3, 200, 1, 402, 1])
      assert.strictEqual(refused.status, 402)
      assert.strictEqual(refused.headers.get("content-type"), "application/problem+json")
      assert.include(yield* Effect.promise(() => refused.json()), { title: "Not enough credits", amount: 2 })
      assert.strictEqual((yield* ask("/draw/works", {})).status, 401)
      assert.strictEqual(yield* left, 1)
    }).pipe(Effect.scoped, Effect.provide(emulated(selling))))

  it.effect("credits-4: a procedure refunds its price when its caller is interrupted", () =>
    Effect.gen(function*() {
      const { headers, left } = yield* customer(3)
      const { requests } = yield* Emulator
      const { draw } = yield* rpc
      const call = yield* Effect.forkChild(draw({ as: "hangs" }, { headers }), { startImmediately: true })
      while ((yield* left) === 3) yield* Effect.yieldNow
      yield* Fiber.interrupt(call)
      while ((yield* left) !== 3) yield* Effect.yieldNow

      assert.strictEqual(requests.list().filter(({ endpoint }) => endpoint === "items.updateQuantity").length, 3)
    }).pipe(Effect.scoped, Effect.provide(emulated(selling))))

  it.effect("credits-4: a handler doesn't run if it has no price or if the platform fails to deduct the credits", () =>
    Effect.gen(function*() {
      const { headers, left } = yield* customer(3)
      const { faults } = yield* Emulator
      const { draw, free } = yield* rpc
      const unpriced = yield* Effect.flip(free(void 0, { headers }))
      faults.add({ endpoint: "items.updateQuantity", times: 1, respond: { type: "serverError", status: 500 } })
      const down = yield* Effect.flip(draw({ as: "works" }, { headers }))

      assert.deepStrictEqual([unpriced, down].map((error) => (error as { readonly _tag: string })._tag), [
        "CreditsUnavailable",
        "CreditsUnavailable"
      ])
      assert.strictEqual(yield* left, 3)
    }).pipe(Effect.scoped, Effect.provide(Layer.merge(emulated(selling), Logger.layer([])))))

  it.effect("credits-4: the middleware uses the turns that its layer was built with", () =>
    Effect.gen(function*() {
      const { headers } = yield* customer(3)
      const names: Array<string> = []
      const turns: Turns = {
        take: (change) => Effect.andThen(Effect.sync(() => void names.push(change.name)), change.run)
      }
      const { draw } = yield* rpcWith(Layer.succeed(TurnsOf, turns))
      yield* draw({ as: "works" }, { headers })

      assert.lengthOf(names, 1)
    }).pipe(Effect.scoped, Effect.provide(emulated(selling))))
})
