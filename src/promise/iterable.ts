/** Streams for callers who write `for await`. */
import * as Channel from "effect/Channel"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Pull from "effect/Pull"
import * as Scope from "effect/Scope"
import type * as Stream from "effect/Stream"
import type { Host, Made } from "./Host.ts"

/**
 * The items of a stream, read anew by each loop. Nothing is asked for before it is wanted; leaving a loop interrupts
 * what is under way. Rejects as a call of the host does.
 */
export const iterable = <A>(
  stream: Stream.Stream<A, unknown, any>,
  host: Host<any, unknown>,
  made: Made
): AsyncIterable<A> => ({
  [Symbol.asyncIterator]: () => iterator(stream, host, made)
})

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
  const next = async (): Promise<IteratorResult<A, undefined>> => {
    if (over) return done
    if (at < items.length && made.options?.signal?.aborted !== true) return { done: false, value: items[at++]! }
    try {
      const more = await host.run(
        Effect.raceFirst(Pull.catchDone(page, () => Effect.undefined), Deferred.await(left)),
        made
      )
      if (more === undefined) return await leave()
      items = more
      at = 1
      return { done: false, value: more[0]! }
    } catch (error) {
      await leave()
      throw error
    }
  }
  let turn: Promise<unknown> = Promise.resolve()
  return {
    // one at a time, should somebody ask for several items at once
    next: () => {
      const mine = turn.then(next)
      turn = mine.catch(() => {})
      return mine
    },
    return: leave
  }
}
