/** Streams for callers with `for await`. */
import * as Channel from "effect/Channel"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { Settled } from "./CallPromise.ts"
import type { Host, Made } from "./Host.ts"

/** An async iterable with typed errors. */
export interface CallIterable<A, E> extends AsyncIterable<A> {
  /**
   * Iterates over results: `{ ok: true, value }` for each item, and `{ ok: false, error }` as the last one after an
   * error.
   */
  readonly settled: () => AsyncIterable<Settled<A, E>>
}

/**
 * Converts a stream to an async iterable. Each loop reads the stream from the start. Items are requested only when the
 * loop needs them; leaving the loop interrupts pending requests. Rejects like a call of the host.
 */
export const iterable = <A>(
  stream: Stream.Stream<A, unknown, any>,
  host: Host<any, unknown>,
  made: Made
): CallIterable<A, unknown> => ({
  [Symbol.asyncIterator]: () => {
    const items = iterator(stream, host, made)
    return { return: items.return, next: async () => thrown(await items.next()) }
  },
  settled: () => ({ [Symbol.asyncIterator]: () => iterator(stream, host, made) })
})

const thrown = <A>(result: IteratorResult<Settled<A, unknown>, undefined>): IteratorResult<A, undefined> => {
  if (result.done) return result
  if (!result.value.ok) throw result.value.error
  return { done: false, value: result.value.value }
}

const iterator = <A>(stream: Stream.Stream<A, unknown, any>, host: Host<any, unknown>, made: Made) => {
  const scope = Scope.makeUnsafe()
  const left = Deferred.makeUnsafe<undefined>()
  const done: IteratorReturnResult<undefined> = { done: true, value: undefined }
  let pull: Pull.Pull<ReadonlyArray<A>, unknown, unknown, any> | undefined
  let items: ReadonlyArray<A> = []
  let at = 0
  let over = false

  const leave = async () => {
    over = true
    Deferred.doneUnsafe(left, Exit.succeed(undefined))
    await Effect.runPromiseExit(Scope.close(scope, Exit.void))
    return done
  }
  const page = Effect.suspend(() =>
    pull ?? Effect.flatMap(Channel.toPullScoped(stream.channel, scope), (first) => pull = first)
  )
  const item = (value: A) => ({ done: false, value: { ok: true, value } }) as const
  const next = async (): Promise<IteratorResult<Settled<A, unknown>, undefined>> => {
    if (over) return done
    if (at < items.length && !made.options?.signal?.aborted) return item(items[at++]!)
    try {
      const more = await host.run(
        Effect.raceFirst(Pull.catchDone(page, () => Effect.undefined), Deferred.await(left)),
        made
      ).settled()
      if (!more.ok) {
        await leave()
        return { done: false, value: more }
      }
      if (more.value === undefined) return await leave()
      items = more.value
      at = 1
      return item(items[0]!)
    } catch (error) {
      await leave()
      throw error
    }
  }
  let last: Promise<unknown> = Promise.resolve()
  return {
    // one at a time, even if the caller requests several items at once
    next: () => {
      const mine = last.then(next)
      last = mine.catch(() => {})
      return mine
    },
    return: leave
  }
}
