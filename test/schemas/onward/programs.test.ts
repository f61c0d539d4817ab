/** Errors and entities are sent through HttpApi, RPC and a workflow's store. docs/laws.md travel-1, travel-2. */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as ClusterWorkflowEngine from "effect/cluster/ClusterWorkflowEngine"
import * as MessageStorage from "effect/cluster/MessageStorage"
import * as TestRunner from "effect/cluster/TestRunner"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcTest from "effect/rpc/RpcTest"
import * as Schema from "effect/Schema"
import * as Activity from "effect/workflow/Activity"
import * as Workflow from "effect/workflow/Workflow"
import { schemasOf } from "../../../schemas/compiled/schemasOf.ts"
import * as Password from "../../../schemas/endpoints/password.ts"
import * as Teams from "../../../schemas/endpoints/teams.ts"
import {
  AccessTokenExpired,
  CallError,
  InvalidAccessToken,
  MultiFactorAuthenticationRequired,
  RateLimited,
  TeamNotFound
} from "../../../schemas/errors/index.ts"
import { catchFamily } from "../../../schemas/KnownError.ts"
import { errorsOf, inputOf, outputOf } from "../../../schemas/onward/index.ts"
import { everyEndpoint } from "../../support/contract/everyCall.ts"

class NoteNotFound extends Schema.TaggedError<NoteNotFound>()("NoteNotFound", {}, { httpApiStatus: 404 }) {}

const errorsOfTeam = errorsOf(Teams.get)

type Failure = typeof errorsOfTeam.Type | NoteNotFound

const failures: ReadonlyArray<Failure> = [
  new TeamNotFound({ teamId: "t1" }),
  new NoteNotFound(),
  new CallError({ endpoint: "teams.get", reason: new RateLimited({ attempts: 5, retryAfterMillis: 1000 }) }),
  new CallError({ endpoint: "teams.get", reason: new AccessTokenExpired() })
]

/** Handles each failure by its class, as a program that called the platform itself would. */
const handled = <R>(failing: Effect.Effect<unknown, Failure | { readonly _tag: "Unexpected" }, R>) =>
  failing.pipe(
    Effect.as("no failure"),
    catchFamily(InvalidAccessToken, (error) => Effect.succeed(`family of ${error._tag}: ${error.message}`)),
    Effect.catchTag("TeamNotFound", (error) => Effect.succeed(`${error.details.teamId}: ${error.message}`)),
    Effect.catchTag("NoteNotFound", () => Effect.succeed("no note")),
    Effect.catchReason("CallError", "RateLimited", (reason) =>
      Effect.succeed(`${reason.retryAfterMillis}: ${reason.message}`)),
    Effect.catch((error) =>
      Effect.succeed(`unhandled ${error._tag}`)
    )
  )

const Which = Schema.Struct({ which: Schema.String })

const team = { id: "t1", displayName: "Blue", profileImageUrl: null, clientMetadata: { a: [1] } }

const Api = HttpApi.make("api").add(
  HttpApiGroup.make("notes").add(
    HttpApiEndpoint.get("failing", "/failing/:which", {
      params: Which,
      error: [...errorsOfTeam.members, NoteNotFound]
    }),
    HttpApiEndpoint.post("team", "/team", { payload: inputOf(Teams.create), success: outputOf(Teams.get) })
  )
)

const httpClient = Effect.gen(function*() {
  const statuses: Array<string> = []
  const live = HttpApiBuilder.layer(Api).pipe(
    Layer.provide(
      HttpApiBuilder.group(
        Api,
        "notes",
        (on) =>
          on.handle("failing", ({ params }) => Effect.fail(failures[Number(params.which)]!))
            .handle("team", ({ payload }) => Effect.succeed({ ...team, displayName: payload.displayName }))
      )
    )
  )
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(live, HttpServer.layerServices), {
    disableLogger: true
  })
  yield* Effect.addFinalizer(() => Effect.promise(dispose))
  const fetch = async (url: string, init: RequestInit) => {
    const response = await handler(new Request(url, init))
    statuses.push(`${response.status} ${response.headers.get("content-type")}`)
    return response
  }
  const client = yield* HttpApiClient.make(Api, { baseUrl: "http://app.test" }).pipe(
    Effect.provide(
      Layer.provide(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.Fetch, fetch as typeof globalThis.fetch))
    )
  )
  return { client, statuses }
})

class Notes extends RpcGroup.make(
  Rpc.make("failing", { payload: Which, error: Schema.Union([errorsOfTeam, NoteNotFound]) }),
  Rpc.make("team", { payload: { input: inputOf(Teams.create) }, success: outputOf(Teams.get) })
) {}

const expected = Effect.forEach(failures, (failure) => handled(Effect.fail(failure)))

describe("a program that sends errors onward", () => {
  it.effect("travel-1: an HttpApi sends errors with their own status, and its client handles them by class, family and message", () =>
    Effect.gen(function*() {
      const { client, statuses } = yield* httpClient

      const seen = yield* Effect.forEach(
        failures,
        (_, which) =>
          handled(
            client.notes.failing({ params: { which: String(which) } }).pipe(
              Effect.catchTags({
                HttpClientError: () => Effect.fail({ _tag: "Unexpected" } as const),
                SchemaError: () => Effect.fail({ _tag: "Unexpected" } as const)
              })
            )
          )
      )

      assert.deepStrictEqual(seen, yield* expected)
      assert.deepStrictEqual(statuses, [
        "404 application/problem+json",
        "404 application/json",
        "503 application/problem+json",
        "401 application/problem+json"
      ])
    }).pipe(Effect.scoped))

  it("travel-1: the OpenAPI document of an HttpApi lists the errors by status, with their details", () => {
    const { components, paths } = OpenApi.fromApi(Api)

    const { responses } = paths["/failing/{which}"]!.get!
    assert.deepStrictEqual(Object.keys(responses).filter((status) => Number(status) >= 400), [
      "400",
      "401",
      "403",
      "404",
      "409",
      "500",
      "502",
      "503",
      "504"
    ])
    assert.include(JSON.stringify(responses["404"]), "#/components/schemas/TeamNotFound")
    assert.include(JSON.stringify(components.schemas["TeamNotFound"]), "team_id")
  })

  it.effect("travel-1: an RPC sends errors, and its client handles them by class, family and message", () =>
    Effect.gen(function*() {
      const client = yield* RpcTest.makeClient(Notes)

      const seen = yield* Effect.forEach(failures, (_, which) => handled(client.failing({ which: String(which) })))

      assert.deepStrictEqual(seen, yield* expected)
      assert.include(seen[3], "family of AccessTokenExpired")
    }).pipe(
      Effect.provide(Notes.toLayer({
        failing: ({ which }) => Effect.fail(failures[Number(which)]!),
        team: ({ input }) => Effect.succeed({ ...team, displayName: input.displayName })
      })),
      Effect.scoped
    ))

  // the cluster looks for unread messages again after a while, but a test's clock doesn't get that far
  it.live("travel-1: a workflow's store keeps the class, family and message of errors, but no secret", () => {
    const hidden = "s3cr3t-of-the-test"
    const all = [...failures, new MultiFactorAuthenticationRequired({ attemptCode: Redacted.make(hidden) })]
    const errors = Schema.Union([errorsOf(Teams.get, Password.signIn), NoteNotFound])
    const Onboarding = Workflow.make("Onboarding", {
      payload: { which: Schema.Number },
      idempotencyKey: ({ which }) => String(which),
      error: errors
    })
    let runs = 0
    const live = Onboarding.toLayer(({ which }) =>
      Activity.make({
        name: "team",
        error: errors,
        execute: Effect.suspend(() => {
          runs++
          return Effect.fail(all[which]!)
        })
      })
    ).pipe(Layer.provideMerge(ClusterWorkflowEngine.layer), Layer.provideMerge(TestRunner.layer))
    return Effect.gen(function*() {
      const run = Effect.forEach(all, (_, which) =>
        Onboarding.execute({ which }).pipe(
          Effect.catchTag("MultiFactorAuthenticationRequired", (error) => Effect.succeed(error.message)),
          Effect.catchTag("EmailPasswordMismatch", Effect.die),
          handled as never
        ))

      const first = yield* run
      const again = yield* run

      assert.deepStrictEqual(first.slice(0, 4), yield* expected)
      assert.deepStrictEqual(again, first)
      assert.strictEqual(runs, all.length)
      const { journal, requests } = yield* MessageStorage.MemoryDriver
      const stored = JSON.stringify(
        [journal, [...requests.values()].map(({ replies }) => replies)],
        (_, value) => typeof value === "bigint" ? String(value) : value
      )
      assert.include(stored, "TeamNotFound")
      assert.include(stored, "MultiFactorAuthenticationRequired")
      assert.notInclude(stored, hidden)
    }).pipe(Effect.provide(live), Effect.scoped) as Effect.Effect<void>
  })

  it.effect("travel-3: an entity and an input can be sent through HttpApi and RPC", () =>
    Effect.gen(function*() {
      const { client } = yield* httpClient
      const rpc = yield* RpcTest.makeClient(Notes)

      assert.deepStrictEqual(yield* client.notes.team({ payload: { displayName: "Blue" } }), team)
      assert.deepStrictEqual(yield* rpc.team({ input: { displayName: "Blue" } }), team)
    }).pipe(
      Effect.provide(Notes.toLayer({
        failing: ({ which }) => Effect.fail(failures[Number(which)]!),
        team: ({ input }) => Effect.succeed({ ...team, displayName: input.displayName })
      })),
      Effect.scoped
    ))
})

/** The value after a request or response. An arbitrary value of an unknown type may not be JSON. */
const overTheWire = (schema: Schema.Codec<any, any>, value: unknown): unknown =>
  Schema.decodeUnknownSync(schema)(JSON.parse(JSON.stringify(Schema.encodeUnknownSync(schema)(value)) ?? "null"))

const sample = (schema: Schema.Codec<any, any>): unknown =>
  overTheWire(schema, Effect.runSync(Arbitrary.sampleEffect(Arbitrary.schema(schema), { count: 1, seed: 5 }))[0])

/** The canaries of these fields aren't JSON. */
const withPlainObjects = (input: object): object =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      name === "credential" || name === "authenticationResponse" ? { id: "x" } : value
    ])
  )

/** The value as plain data, in which a secret is shown. A replacer gets the value before `toJSON` as `this[name]`. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify({ value }, function(this: Record<string, unknown>, name, json) {
      const part = this[name]
      return Redacted.isRedacted(part) ? { secret: Redacted.value(part) } : json
    })
  ).value

const hasSecret = (value: unknown): boolean => (JSON.stringify(plain(value)) ?? "").includes("{\"secret\":")

describe("outputOf and inputOf", () => {
  it("travel-3: the output and the input of every endpoint survive a round trip through JSON, and those with secrets are rejected", () => {
    let refused = 0
    for (const { endpoint, input } of everyEndpoint) {
      for (
        const [schema, allowing, value] of [
          [outputOf(endpoint), outputOf(endpoint, { secrets: "sent" }), sample(schemasOf(endpoint).output)],
          [
            inputOf(endpoint),
            inputOf(endpoint, { secrets: "sent" }),
            overTheWire(schemasOf(endpoint).inputSchema, withPlainObjects(input))
          ]
        ] as const
      ) {
        const json = (codec: Schema.Codec<any, unknown>) => Schema.fromJsonString(Schema.toCodecJson(codec))
        const sent = Schema.encodeUnknownSync(json(allowing))(value)

        const back: unknown = Schema.decodeSync(json(allowing))(sent)

        assert.deepStrictEqual(plain(back), plain(value), endpoint.spec.name)
        if (hasSecret(value)) {
          refused++
          assert.throws(() => Schema.encodeUnknownSync(json(schema))(value), /without secrets/)
          assert.throws(() => Schema.decodeUnknownSync(json(schema))(sent), /without secrets/)
        } else {
          assert.strictEqual(Schema.encodeUnknownSync(json(schema))(value), sent, endpoint.spec.name)
        }
      }
    }
    assert.isAbove(refused, 20)
  })
})
