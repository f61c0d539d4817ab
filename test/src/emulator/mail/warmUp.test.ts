/** Starting the renderer before the first email. docs/platform.md §15. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { vi } from "vitest"
import { lightTheme } from "../../../../src/emulator/state/index.ts"
import { hangMillis } from "../../../support/suite/hangMillis.ts"

/** Counts the processes that are started until the scope closes. */
const startedProcesses = Effect.acquireRelease(
  Effect.sync(() => {
    const counter = { count: 0, add: () => void counter.count++ }
    subscribe("child_process", counter.add)
    return counter
  }),
  ({ add }) => Effect.sync(() => unsubscribe("child_process", add))
)

/** A renderer whose process was not started by another test. */
const newRenderer = Effect.promise(() => {
  vi.resetModules()
  return import("../../../../src/emulator/mail/rendering.ts")
})

it.live("the first email needs no new process after the renderer has been warmed up", () =>
  Effect.gen(function*() {
    const { render, RenderTimeout, warmUp } = yield* newRenderer
    const processes = yield* startedProcesses
    yield* warmUp
    const atStart = processes.count

    const { html } = yield* Effect.provideService(
      render({
        template: "export const EmailTemplate = () => <p>Hello</p>",
        theme: lightTheme,
        user: { displayName: null },
        project: { displayName: "Shop" }
      }),
      RenderTimeout,
      hangMillis
    )

    assert.include(html, "Hello")
    assert.isAbove(atStart, 0)
    assert.strictEqual(processes.count, atStart)
  }).pipe(Effect.scoped))
