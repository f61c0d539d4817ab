/** Starting the renderer before the first email. docs/platform.md §15. */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { render, RenderTimeout, warmUp } from "../../../../src/emulator/mail/rendering.ts"
import { lightTheme } from "../../../../src/emulator/state/index.ts"

/** A busy machine may need more time than the default. */
const slow = { timeout: 60_000 }

/** Counts the processes that are started until the scope closes. */
const startedProcesses = Effect.acquireRelease(
  Effect.sync(() => {
    const counter = { count: 0, add: () => void counter.count++ }
    subscribe("child_process", counter.add)
    return counter
  }),
  ({ add }) => Effect.sync(() => unsubscribe("child_process", add))
)

it.live(
  "the first email needs no new process after the renderer was warmed up",
  () =>
    Effect.gen(function*() {
      const processes = yield* startedProcesses
      yield* warmUp
      const atStart = processes.count

      const { html } = yield* render({
        template: "export const EmailTemplate = () => <p>Hello</p>",
        theme: lightTheme,
        user: { displayName: null },
        project: { displayName: "Shop" }
      })

      assert.include(html, "Hello")
      assert.isAbove(atStart, 0)
      assert.strictEqual(processes.count, atStart)
    }).pipe(Effect.scoped, Effect.provideService(RenderTimeout, slow.timeout)),
  slow
)
