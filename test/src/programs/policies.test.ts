/** Policies take effect wherever a program provides them. */
// these tests are about the order of nested provides @effect-diagnostics multipleEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import type { Transport } from "../../../layers/call/index.ts"
import * as Project from "../../../layers/call/Project.ts"
import * as RateLimitGate from "../../../layers/call/RateLimitGate.ts"
import * as RetryPolicy from "../../../layers/call/RetryPolicy.ts"
import { providedSettings } from "../../../layers/call/settings.ts"
import * as ReadPolicy from "../../../layers/reads/ReadPolicy.ts"
import * as reads from "../../../layers/reads/Reads.ts"
import { Session } from "../../../layers/session/Session.ts"
import * as SessionPolicy from "../../../layers/session/SessionPolicy.ts"
import type { ClientAccess } from "../../../schemas/access.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import * as Admin from "../../../src/programs/Admin.ts"
import * as Client from "../../../src/programs/Client.ts"
import * as Server from "../../../src/programs/Server.ts"
import { read as readThing, thing } from "../../support/contract/endpoints.ts"
import { accessToken, baseUrl, projectId, refreshToken } from "../../support/contract/project.ts"
import { type Answer, json, lost, scriptedTransport, tooMany } from "../../support/platform/scriptedTransport.ts"

type Services = ClientAccess | Session | reads.ReadCache

/** A policy under test, and what a program returns with the default policy and with the changed one. */
interface Subject {
  readonly policy: Layer.Layer<never, InvalidConfiguration>
  /** Another value of the policy, which a nearer policy overrides. */
  readonly other: Layer.Layer<never, InvalidConfiguration>
  readonly answers: readonly [Answer, ...ReadonlyArray<Answer>]
  readonly observed: (requests: () => number) => Effect.Effect<unknown, unknown, Services>
  readonly byDefault: unknown
  readonly changed: unknown
}

const keepSession = Effect.flatMap(
  Session,
  (session) => session.keep({ accessToken: Redacted.make(accessToken()), refreshToken: Redacted.make(refreshToken) })
)

const subjects: Record<string, Subject> = {
  RetryPolicy: {
    policy: RetryPolicy.layer({ attempts: 2 }),
    other: RetryPolicy.layer({ attempts: 3 }),
    answers: [lost],
    observed: (requests) => Effect.map(Effect.exit(readThing()), requests),
    byDefault: 5,
    changed: 2
  },
  RateLimitGate: {
    policy: RateLimitGate.layerNone(),
    other: RateLimitGate.layer({}),
    answers: [tooMany("3600"), json(thing)],
    observed: (requests) => Effect.map(Effect.all([Effect.exit(readThing()), Effect.exit(readThing())]), requests),
    byDefault: 1,
    changed: 2
  },
  SessionPolicy: {
    policy: SessionPolicy.layer({ threshold: "1 minute", longestDemand: "5 minutes" }),
    other: SessionPolicy.layer({ longestDemand: "30 seconds" }),
    answers: [json(thing)],
    observed: () =>
      Effect.andThen(
        keepSession,
        Effect.map(
          Effect.result(Effect.flatMap(Session, ({ tokens }) => tokens("2 minutes"))),
          Result.isSuccess
        )
      ),
    byDefault: false,
    changed: true
  },
  ReadPolicy: {
    policy: ReadPolicy.layer({ drop: "1 hour" }),
    other: ReadPolicy.layer({ drop: 0 }),
    answers: [json(thing)],
    observed: (requests) => {
      const things = reads.read("things", readThing(), { of: "everyone" })
      return Effect.gen(function*() {
        yield* reads.get(things)
        yield* Effect.sleep("1 minute")
        yield* reads.get(things)
        return requests()
      })
    },
    byDefault: 2,
    changed: 1
  }
}

/** Builds a client with the given policies below it. */
const clientOver = (
  platform: Layer.Layer<Transport>,
  below: Layer.Layer<never, InvalidConfiguration> = Layer.empty
): Layer.Layer<ClientAccess | Session, InvalidConfiguration> =>
  Client.layerNoProject().pipe(Layer.provide([Project.layer({ projectId, baseUrl }), platform, below]))

/** Ways in which a program can get a policy. */
const places: Record<
  string,
  (
    observed: Effect.Effect<unknown, unknown, Services>,
    platform: Layer.Layer<Transport>,
    policy: Layer.Layer<never, InvalidConfiguration>
  ) => Effect.Effect<unknown, unknown>
> = {
  "below the client": (observed, platform, policy) =>
    Effect.provide(observed, reads.over(clientOver(platform, policy))),
  "merged after the client": (observed, platform, policy) =>
    Effect.provide(observed, reads.over(Layer.merge(clientOver(platform), policy))),
  "merged before the client": (observed, platform, policy) =>
    Effect.provide(observed, reads.over(Layer.merge(policy, clientOver(platform)))),
  "below the reads": (observed, platform, policy) =>
    Effect.provide(observed, reads.over(clientOver(platform)).pipe(Layer.provideMerge(policy))),
  "merged with the reads": (observed, platform, policy) =>
    Effect.provide(observed, Layer.merge(reads.over(clientOver(platform)), policy)),
  "around the program": (observed, platform, policy) =>
    Effect.provide(Effect.provide(observed, policy), reads.over(clientOver(platform))),
  "around the program, outside the client": (observed, platform, policy) =>
    Effect.provide(Effect.provide(observed, reads.over(clientOver(platform))), policy)
}

const observe = (
  subject: Subject,
  run: (
    observed: Effect.Effect<unknown, unknown, Services>,
    platform: Layer.Layer<Transport>
  ) => Effect.Effect<unknown, unknown>
) =>
  Effect.gen(function*() {
    const platform = scriptedTransport(...subject.answers)
    const requests = () => platform.requests.filter(({ url }) => url.endsWith("/things")).length
    const fiber = yield* Effect.forkChild(run(subject.observed(requests), platform.layer))
    yield* TestClock.adjust("10 minutes")
    return yield* Fiber.join(fiber)
  })

describe("a policy takes effect wherever a program provides it", () => {
  for (const [name, subject] of Object.entries(subjects)) {
    it.effect(`V4: the default policy ${name} applies if no other is provided`, () =>
      Effect.gen(function*() {
        const found = yield* observe(subject, (observed, platform) =>
          Effect.provide(observed, reads.over(clientOver(platform))))

        assert.deepStrictEqual(found, subject.byDefault)
      }))

    for (const [place, run] of Object.entries(places)) {
      it.effect(`V4: the policy ${name} takes effect if it is provided ${place}`, () =>
        Effect.gen(function*() {
          const found = yield* observe(subject, (observed, platform) => run(observed, platform, subject.policy))

          assert.deepStrictEqual(found, subject.changed)
        }))
    }

    it.effect(`V4: the policy ${name} around a program takes precedence over the policy below the client`, () =>
      Effect.gen(function*() {
        const found = yield* observe(subject, (observed, platform) =>
          Effect.provide(
            Effect.provide(observed, subject.policy),
            reads.over(clientOver(platform, subject.other))
          ))

        assert.deepStrictEqual(found, subject.changed)
      }))

    it.effect(`V4: the policy ${name} below the client takes precedence over the policy outside the client`, () =>
      Effect.gen(function*() {
        const found = yield* observe(subject, (observed, platform) =>
          Effect.provide(
            Effect.provide(observed, reads.over(clientOver(platform, subject.policy))),
            subject.other
          ))

        assert.deepStrictEqual(found, subject.changed)
      }))
  }
})

describe("layers of each level", () => {
  const setting = RetryPolicy.layer({ attempts: 7 })
  const project = { projectId, secretServerKey: Redacted.make("ssk"), superSecretAdminKey: Redacted.make("sak") }
  const levels = {
    "Client.layer": Client.layer({ projectId }),
    "Server.layer": Server.layer(project),
    "Admin.layer": Admin.layer(project)
  }
  for (const [name, level] of Object.entries(levels)) {
    it.effect(`V4: the layer for ${name} provides the settings that it was built with`, () =>
      Effect.gen(function*() {
        const settings = yield* Effect.provide(
          providedSettings,
          level as Layer.Layer<unknown, InvalidConfiguration>
        ).pipe(Effect.provide(Layer.empty))
        const below = yield* Effect.provide(
          providedSettings,
          (level as Layer.Layer<unknown, InvalidConfiguration>).pipe(Layer.provide(setting))
        )

        assert.strictEqual(below.mapUnsafe.size, settings.mapUnsafe.size + 1)
      }))
  }
})
