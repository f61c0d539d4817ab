/**
 * A process that writes new access tokens into the session file of its argument all the time. A message makes it answer once
 * it has finished the turn that it is in, and another one.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { layerFile } from "../../../src/node/fileStore.ts"

let turns = 0
let answerAt = Infinity
process.on("message", () => {
  answerAt = turns + 2
})
process.on("disconnect", () => process.exit())

const turn = Effect.gen(function*() {
  const store = yield* TokenStore
  const held = yield* store.get
  if (held !== null) yield* store.compareAndSet(held, { ...held, accessToken: Redacted.make(`A${turns}`) })
}).pipe(
  Effect.ignore,
  Effect.andThen(Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
  Effect.tap(() =>
    Effect.sync(() => {
      turns++
      if (turns < answerAt) return
      answerAt = Infinity
      process.send!("two turns")
    })
  )
)

const store = Effect.map(Layer.build(layerFile(process.argv[2]!)), Context.get(TokenStore))

await Effect.runPromise(
  Effect.scoped(Effect.flatMap(store, (it) => Effect.provideService(Effect.forever(turn), TokenStore, it)))
)
