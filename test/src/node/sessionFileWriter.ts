/**
 * Process that continuously writes new access tokens to the session file that its argument names. It replies to a
 * message after it has finished the current write and one more.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { TokenStore } from "../../../layers/session/TokenStore.ts"
import { FileTokenStore } from "../../../src/node.ts"

let writes = 0
let answerAt = Infinity
process.on("message", () => {
  answerAt = writes + 2
})
process.on("disconnect", () => process.exit())

const write = Effect.gen(function*() {
  const store = yield* TokenStore
  const stored = yield* store.get
  if (stored !== null) yield* store.compareAndSet(stored, { ...stored, accessToken: Redacted.make(`A${writes}`) })
}).pipe(
  Effect.ignore,
  Effect.andThen(Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))),
  Effect.tap(() =>
    Effect.sync(() => {
      writes++
      if (writes < answerAt) return
      answerAt = Infinity
      process.send!("two writes")
    })
  )
)

const store = Effect.map(Layer.build(FileTokenStore.layer(process.argv[2]!)), Context.get(TokenStore))

await Effect.runPromise(
  Effect.scoped(Effect.flatMap(store, (it) => Effect.provideService(Effect.forever(write), TokenStore, it)))
)
