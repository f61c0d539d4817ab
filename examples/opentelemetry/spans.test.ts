/** Tests which spans a program exports, with the emulator and a collector in the same process. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import { Client, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Metrics } from "latchkey/layers"
import { startCollector } from "./collector.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

it.live("a sign-in exports a span and a metric for the wrong password, and never the password", () =>
  Effect.gen(function*() {
    const collector = yield* Effect.acquireRelease(
      Effect.promise(() => startCollector({ print: () => {} })),
      (started) => Effect.sync(() => started.close())
    )
    const watched = Metrics.layer().pipe(
      Layer.provideMerge(Otlp.layerJson({ baseUrl: collector.baseUrl, resource: { serviceName: "app" } })),
      Layer.provide(FetchHttpClient.layer)
    )
    const live = Client.layerNoProject().pipe(
      Layer.provide(Emulator.layerProject()),
      Layer.provide(Emulator.layer({ users: [ada] })),
      Layer.provideMerge(watched)
    )

    yield* signIn.withPassword({ ...ada, password: "wrong horse" }).pipe(Effect.ignore, Effect.provide(live))

    assert.include(collector.spans(), "password.signIn")
    assert.include(collector.metrics(), "latchkey.errors")
    assert.notInclude(collector.received.join(), "wrong horse")
  }).pipe(Effect.scoped))
