import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { useState } from "react"
import { useRunOnce } from "../../../../react/parts/form/useRunOnce.ts"
import { inProcessEmulator } from "../../../support/platform/inProcessEmulator.ts"
import { renderHook } from "../renderHook.ts"

const client = async () => (await inProcessEmulator()).client()

describe("useRunOnce", () => {
  it("useRunOnce runs its effect once per input under StrictMode, and waits while there is no input", async () => {
    const ran: Array<string> = []
    const { now, until } = await renderHook(await client(), () => {
      const [input, setInput] = useState<string>()
      return { setInput, progress: useRunOnce(input, (input) => Effect.sync(() => ran.push(input))) }
    })
    const before = [...ran]

    now().setInput("first")
    await until(({ progress }) => assert.strictEqual(progress._tag, "Done"))
    now().setInput("second")
    await until(({ progress }) => assert.deepStrictEqual(progress, { _tag: "Done", result: 2 }))

    assert.deepStrictEqual(before, [])
    assert.deepStrictEqual(ran, ["first", "second"])
  })

  it("useRunOnce reports the error of its effect", async () => {
    const { until } = await renderHook(await client(), () => useRunOnce(true, () => Effect.fail("failed")))

    await until((progress) => assert.deepInclude(progress, { _tag: "Failed", problem: "failed" }))
  })

  it("useRunOnce runs its effect again on retry", async () => {
    let attempts = 0
    const { now, until } = await renderHook(await client(), () =>
      useRunOnce(true, () => {
        attempts += 1
        return attempts === 1 ? Effect.fail("failed") : Effect.succeed(attempts)
      }))
    await until((progress) => assert.strictEqual(progress._tag, "Failed"))

    const failed = now()
    if (failed._tag === "Failed") failed.retry()

    await until((progress) => assert.deepStrictEqual(progress, { _tag: "Done", result: 2 }))
  })

  it("useRunOnce reports a defect of its effect", async () => {
    const thrown = new Error("no JSON")
    const { until } = await renderHook(await client(), () =>
      useRunOnce(true, () => {
        throw thrown
      }))

    await until((progress) => assert.deepInclude(progress, { _tag: "Failed", problem: thrown as never }))
  })

  it("useRunOnce doesn't report the result of a previous input", async () => {
    const [late, last] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const reports: Array<string> = []
    const { now, until } = await renderHook(await client(), () => {
      const [input, setInput] = useState("late")
      const progress = useRunOnce(input, (input) =>
        input === "late"
          ? Effect.as(Deferred.await(late), input)
          : input === "last"
          ? Effect.as(Deferred.await(last), input)
          : Effect.succeed(input))
      if (progress._tag === "Done") reports.push(`${progress.result} for ${input}`)
      return { setInput, progress }
    })
    now().setInput("second")
    await until(({ progress }) => assert.strictEqual(progress._tag, "Done"))

    Deferred.doneUnsafe(late, Effect.void)
    now().setInput("last")
    await until(({ progress }) => assert.strictEqual(progress._tag, "Running"))
    Deferred.doneUnsafe(last, Effect.void)
    await until(({ progress }) => assert.strictEqual(progress._tag, "Done"))

    assert.deepStrictEqual([...new Set(reports)], ["second for second", "last for last"])
  })

  it("useRunOnce interrupts its effect when the component unmounts", async () => {
    const [started, interrupted] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
    const { unmount } = await renderHook(
      await client(),
      () =>
        useRunOnce(true, () =>
          Effect.andThen(Deferred.succeed(started, undefined), Effect.never).pipe(
            Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
          ))
    )
    await Effect.runPromise(Deferred.await(started))

    unmount()

    await Effect.runPromise(Deferred.await(interrupted))
  })
})
