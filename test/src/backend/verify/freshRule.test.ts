/** Invalid limits for the age of a sign-in fail when the guard is made, wherever they are given. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import { millisOf } from "../../../../layers/call/policy.ts"
import { fetchHandler, latchkeyExpress, latchkeyHono, nodeHttp } from "../../../../src/backend/adapters/index.ts"
import * as httpApi from "../../../../src/backend/httpApi/index.ts"
import * as rpc from "../../../../src/backend/rpc/index.ts"
import { plainMillis } from "../../../../src/backend/token/plainMillis.ts"
import { Emulator } from "../../../../src/emulator/index.ts"
import * as Client from "../../../../src/programs/Client.ts"
import { createAuthenticator } from "../../../../src/verify.ts"
import { projectId } from "../../../support/contract/project.ts"
import { signUp } from "../../emulator/support/support.ts"

const invalid: ReadonlyArray<readonly [name: string, value: unknown]> = [
  ["0", 0],
  ["NaN", NaN],
  ["-1", -1],
  ["Infinity", Infinity],
  ["\"-5 minutes\"", "-5 minutes"],
  ["\"0 minutes\"", "0 minutes"],
  ["\"nonsense\"", "nonsense"],
  ["an empty text", ""],
  ["null", null],
  ["an empty object", {}],
  ["Duration.zero", Duration.zero],
  ["Duration.infinity", Duration.infinity],
  ["{ within: 0 }", { within: 0 }],
  ["unknown means", { within: "5 minutes", means: "some" }]
]

const authenticator = {
  authenticateRequest: () => Promise.resolve({ status: "signed-in", by: "session", setCookies: [] } as never),
  refusalUnlessFresh: () => Promise.resolve(undefined)
}

const tagOf = (use: () => unknown): unknown => {
  try {
    use()
    return "none"
  } catch (error) {
    return (error as { readonly _tag?: string })._tag
  }
}

/** Creates every adapter with the options. */
const adapters = (options: object): ReadonlyArray<() => unknown> => [
  () => fetchHandler(authenticator, () => new Response(), options),
  () => nodeHttp(authenticator, options),
  () => latchkeyExpress(authenticator, options),
  () => latchkeyHono(authenticator, options)
]

const tagOfDefect = (exit: Exit.Exit<unknown, unknown>): unknown =>
  Exit.isFailure(exit) ? (Cause.squash(exit.cause) as { readonly _tag?: string })._tag : "none"

const authenticators = Layer.merge(httpApi.Authenticator.layer(), Client.layerNoProject()).pipe(
  Layer.provideMerge(Emulator.layerProject()),
  Layer.provideMerge(Emulator.layer())
)

describe("an invalid limit for the age of a sign-in", () => {
  for (const [name, value] of invalid) {
    it(`fresh-1: every adapter throws InvalidConfiguration when it is created with freshWithin ${name}`, () => {
      for (const create of adapters({ require: "user", freshWithin: value })) {
        assert.strictEqual(tagOf(create), "InvalidConfiguration")
      }
    })

    it(`fresh-1: refusalUnlessFresh rejects with InvalidConfiguration for ${name}`, async () => {
      await using own = createAuthenticator({ projectId })
      const error = await own.refusalUnlessFresh({} as never, value as never).catch((error: unknown) => error)

      assert.strictEqual((error as { readonly _tag: string })._tag, "InvalidConfiguration")
      assert.match((error as Error).message, /^freshWithin/)
    })

    it.effect(`fresh-1: checkFresh and RequireFresh fail with InvalidConfiguration for ${name}, before the first request to an HttpApi`, () =>
      Effect.gen(function*() {
        const endpoint = HttpApiEndpoint.post("fresh", "/delete", { success: Schema.String })
          .annotate(httpApi.Freshness, value as never).middleware(httpApi.RequireFresh).middleware(httpApi.RequireUser)
        const Api = HttpApi.make("api").add(HttpApiGroup.make("notes").add(endpoint))
        const handlers = HttpApiBuilder.group(Api, "notes", (on) => on.handle("fresh", () => Effect.succeed("deleted")))
        const routes = HttpApiBuilder.layer(Api).pipe(
          Layer.provide(handlers),
          Layer.provide([httpApi.layerAuthentication(), httpApi.layerFreshness()]),
          Layer.provide([HttpServer.layerServices, HttpRouter.layer])
        )

        assert.strictEqual(tagOf(() => httpApi.checkFresh(value as never)), "InvalidConfiguration")
        assert.strictEqual(tagOfDefect(yield* Effect.exit(Layer.build(routes))), "InvalidConfiguration")
      }).pipe(Effect.scoped, Effect.provide(authenticators)))

    it.effect(`fresh-1: a procedure with RequireFresh fails with InvalidConfiguration for ${name}`, () =>
      Effect.gen(function*() {
        const { accessToken } = yield* signUp()
        const Notes = RpcGroup.make(
          Rpc.make("delete", { success: Schema.String })
            .annotate(rpc.Freshness, value as never).middleware(rpc.RequireFresh).middleware(rpc.RequireUser)
        )
        const live = Notes.toLayer({ delete: () => Effect.succeed("deleted") }).pipe(
          Layer.provideMerge(Layer.merge(rpc.layerAuthentication(), rpc.layerFreshness()))
        )
        const client = yield* Effect.provideContext(
          RpcTest.makeClient(Notes),
          yield* Layer.build(Layer.merge(live, rpc.layerClientCookies()))
        )
        const headers = { authorization: `Bearer ${Redacted.value(accessToken)}` }

        const exit = yield* Effect.exit(client.delete(undefined, { headers }))

        assert.include(String(exit), "InvalidConfiguration")
      }).pipe(Effect.scoped, Effect.provide(authenticators)))
  }

  it("adapters throw InvalidConfiguration for a misspelled require, which would let other requests through", () => {
    for (const require of ["users", "", null, true]) {
      for (const create of adapters({ require })) assert.strictEqual(tagOf(create), "InvalidConfiguration")
    }
  })

  it("adapters accept every valid form of a limit", () => {
    const within = ["5 minutes", 300_000, 300_000_000_000n, [300, 0], { minutes: 5 }, Duration.minutes(5)]
    for (const freshWithin of [...within, ...within.map((each) => ({ within: each, means: "known" })), undefined]) {
      for (const create of adapters({ freshWithin })) assert.strictEqual(tagOf(create), "none")
    }
  })
})

describe("durations that are read without Effect", () => {
  const amount = Schema.Finite.check(Schema.isBetween({ minimum: -1e6, maximum: 1e6 }))
  const units = [
    "nano",
    "nanos",
    "micros",
    "milli",
    "millis",
    "second",
    "seconds",
    "minutes",
    "hours",
    "day",
    "weeks",
    "years"
  ]

  it.prop(
    "fresh-1: a string means the same duration with and without Effect",
    {
      amount: Arbitrary.schema(amount),
      unit: Arbitrary.schema(Schema.Literals(units)),
      space: Arbitrary.schema(Schema.Literals([" ", "", "  "]))
    },
    ({ amount, space, unit }) => {
      const text = `${amount}${space}${unit}`
      const [mine, effects] = [plainMillis(text), millisOf(text as never)]
      if (Number.isNaN(effects)) assert.isNaN(mine)
      else assert.closeTo(mine, effects, Math.max(1e-5, Math.abs(effects) * 1e-9))
    }
  )

  for (
    const value of [
      0,
      5,
      -5,
      5_000_000n,
      [2, 500_000_000],
      { minutes: 5, seconds: 3 },
      {},
      { years: 1 },
      null,
      { minutes: undefined },
      { nanoseconds: 7_000_000 },
      "Infinity",
      "-Infinity",
      Duration.seconds(3),
      Duration.nanos(3_000_000n),
      Duration.infinity,
      "5",
      "five minutes",
      "5  minutes"
    ] as ReadonlyArray<any>
  ) {
    it(`fresh-1: ${typeof value === "object" ? JSON.stringify(value) : `${typeof value} ${String(value)}`} is the same duration with and without Effect`, () => {
      assert.deepStrictEqual(plainMillis(value), millisOf(value))
    })
  }
})
