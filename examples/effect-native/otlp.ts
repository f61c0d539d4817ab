/** Spans, metrics and logs go through Effect's own OTLP exporter, to any collector. */
import { Effect, Layer } from "effect"
import { FetchHttpClient } from "effect/http"
import { Otlp } from "effect/observability"
import { Client, currentUser, signIn } from "latchkey"
import { Emulator } from "latchkey/emulator"
import { Metrics } from "latchkey/layers"
import { startCollector } from "../opentelemetry/collector.ts"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }
using collector = await startCollector({ print: () => {} })

const observed = Metrics.layer().pipe(
  Layer.provideMerge(Otlp.layerJson({ baseUrl: collector.baseUrl, resource: { serviceName: "app" } })),
  Layer.provide(FetchHttpClient.layer)
)

const live = Client.layerNoProject().pipe(
  Layer.provide(Emulator.layerProject()),
  Layer.provide(Emulator.layer({ users: [ada] })),
  Layer.provideMerge(observed)
)

const program = Effect.andThen(signIn.withPassword(ada), currentUser.get()).pipe(Effect.withSpan("visit"))

await Effect.runPromise(Effect.provide(program, live))
console.log(collector.spans().join(", "))
console.log(collector.metrics().filter((name) => name.startsWith("latchkey.")).join(", "))
console.log("secrets exported:", collector.received.join().includes(ada.password))
