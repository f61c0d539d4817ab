/** Streams a value that changes elsewhere. Effect's own `SubscriptionRef` would add 5 kB to every bundle. */
import * as Channel from "effect/Channel"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"

/** Emits the value now and after every change, without consecutive duplicates. A slow reader misses no change. */
export const valueStream = <A>(
  value: () => A,
  subscribe: (listener: () => void) => () => void
): Stream.Stream<A> => {
  const stream = Stream.fromChannel(
    Channel.fromTransform((_upstream, scope) =>
      Effect.uninterruptible(Effect.suspend(() => {
        let last = value()
        let unread: [A, ...Array<A>] | undefined = [last]
        let wake: (() => void) | undefined
        const unsubscribe = subscribe(() => {
          const next = value()
          if (next === last) return
          last = next
          if (unread === undefined) unread = [next]
          else unread.push(next)
          wake?.()
        })
        const pull: Effect.Effect<readonly [A, ...Array<A>]> = Effect.suspend(() => {
          if (unread === undefined) return nextChange
          const changes = unread
          unread = undefined
          return Effect.succeed(changes)
        })
        const nextChange = Effect.callback<readonly [A, ...Array<A>]>((resume) => {
          wake = () => {
            wake = undefined
            resume(pull)
          }
          return Effect.sync(() => wake = undefined)
        })
        return Effect.as(Scope.addFinalizer(scope, Effect.sync(unsubscribe)), pull)
      }))
    )
  )
  sources.set(stream, { value, subscribe })
  return stream
}

const sources = new WeakMap<Stream.Stream<unknown>, {
  readonly value: () => unknown
  readonly subscribe: (listener: () => void) => () => void
}>()

/**
 * Calls back after every change, until the returned function is called. Needs no fiber, unlike running the stream.
 * Returns `undefined` if the stream is not a {@link valueStream}.
 */
export const listenToValue = (stream: Stream.Stream<unknown>, listener: () => void): (() => void) | undefined => {
  const source = sources.get(stream)
  let last = source?.value()
  return source?.subscribe(() => {
    const next = source.value()
    if (next === last) return
    last = next
    listener()
  })
}
