import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ReadPolicy from "../../layers/reads/ReadPolicy.ts"
import { read, type ReadDefinition } from "../../layers/reads/Reads.ts"
import {
  createFailureBoundary,
  createLatchkeyReact,
  type Failure,
  FailureBoundary,
  useRead,
  useReadState
} from "../../react/index.ts"
import { TaggedError } from "../../schemas/TaggedError.ts"
import { inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { render, show, shows } from "./support/rendered.tsx"

// long enough for a slow machine to render the error
const policy = (changes?: ReadPolicy.Changes) =>
  ReadPolicy.layer({ throttle: 0, dropFailure: "20 seconds", ...changes })

const layer = async (changes?: ReadPolicy.Changes) => Layer.merge((await inProcessEmulator()).client(), policy(changes))

class Failed extends TaggedError("Failed")<{ readonly message: string }> {}

/** A read. The test sends its responses, in order. */
const answers = (key = "flaky") => {
  const all = Array.from({ length: 3 }, () => Deferred.makeUnsafe<string, Failed>())
  let started = 0
  const isStarted = (times: number) => waitFor(() => assert.strictEqual(started, times))
  return {
    isStarted,
    of: read(key, Effect.suspend(() => Deferred.await(all[started++]!))),
    fail: async (times: number, message: string) => {
      await isStarted(times)
      Deferred.doneUnsafe(all[times - 1]!, Effect.fail(new Failed({ message })))
    },
    succeed: async (times: number, value: string) => {
      await isStarted(times)
      Deferred.doneUnsafe(all[times - 1]!, Effect.succeed(value))
    }
  }
}

const Shown = ({ of }: { readonly of: ReadDefinition<string, Error> }) => useRead(of)

/** Subscribes to the read and shows the read's state as an attribute, without text. */
const StateOnly = ({ of }: { readonly of: ReadDefinition<string, Error> }) => <i data-state={useReadState(of)._tag} />

const Message = ({ error, isPending, retry }: Failure) => (
  <button onClick={retry}>{`${isPending ? "again: " : ""}${(error as Error).message}`}</button>
)

/** Shows a read below a boundary. */
const showBounded = async (of: ReadDefinition<string, Error>, changes?: ReadPolicy.Changes) =>
  show(
    await layer(changes),
    <FailureBoundary failed={Message}>
      <Shown of={of} />
    </FailureBoundary>
  )

const button = () => document.querySelector("button")!

describe("FailureBoundary", () => {
  it("FailureBoundary retries a failed read when the network returns, and shows its children again", async () => {
    const { fail, isStarted, of, succeed } = answers()
    await showBounded(of)
    await fail(1, "no network")
    await shows("no network")

    window.dispatchEvent(new Event("online"))

    await shows("again: no network")
    await succeed(2, "here")
    await shows("here")
    await isStarted(2)
  })

  it("FailureBoundary retries a failed read when the user returns to the tab", async () => {
    const { fail, of, succeed } = answers()
    await showBounded(of, { staleness: 0 })
    await fail(1, "no network")
    await shows("no network")

    window.dispatchEvent(new Event("focus"))
    await succeed(2, "here")

    await shows("here")
  })

  it("the retry button of FailureBoundary works as soon as it is on the page", async () => {
    const { fail, of, succeed } = answers()
    await showBounded(of)
    const seen = new MutationObserver(() => {
      if (button() === null) return
      seen.disconnect()
      button().click()
    })
    seen.observe(document.body, { childList: true, subtree: true })

    await fail(1, "no network")
    await succeed(2, "here")

    await shows("here")
  })

  it("FailureBoundary retries every failed read, including those that failed after the button appeared", async () => {
    const first = answers("first")
    const second = answers("second")
    show(
      await layer(),
      <>
        <StateOnly of={second.of} />
        <FailureBoundary failed={Message}>
          <Shown of={first.of} /> <Shown of={second.of} />
        </FailureBoundary>
      </>
    )
    await first.fail(1, "no network")
    await shows("no network")
    await second.fail(1, "no network either")
    await waitFor(() => assert.isNotNull(document.querySelector("i[data-state=Failure]")))

    button().click()
    await second.succeed(2, "there")
    await first.succeed(2, "here")

    await shows("here there")
  })

  it("FailureBoundary keeps the focus during a retry and then shows the latest error", async () => {
    const { fail, of, succeed } = answers()
    await showBounded(of)
    await fail(1, "no network")
    await shows("no network")
    const pressed = button()
    pressed.focus()

    pressed.click()
    await shows("again: no network")
    await fail(2, "too busy")
    await shows("too busy")
    assert.strictEqual(document.activeElement, pressed)

    pressed.click()
    await succeed(3, "here")
    await shows("here")
  })

  it("after an error that no read caused, FailureBoundary renders its children again on retry or when the user returns", async () => {
    let broken = "broken"
    const Flaky = () => {
      if (broken !== "") throw new Error(broken)
      return "whole"
    }
    show(
      await layer(),
      <FailureBoundary failed={Message}>
        <Flaky />
      </FailureBoundary>
    )
    await shows("broken")

    broken = "still broken"
    button().click()
    await shows("still broken")
    broken = ""
    window.dispatchEvent(new Event("focus"))
    await shows("whole")
  })

  it("createFailureBoundary creates a boundary for a provider from its useRunEffect", async () => {
    const own = createLatchkeyReact<never>()
    const OwnBoundary = createFailureBoundary(own.useRunEffect)
    const { fail, of, succeed } = answers()
    const Mine = () => own.useRead(of)
    render(
      <own.LatchkeyProvider layer={policy()}>
        <OwnBoundary failed={Message}>
          <Mine />
        </OwnBoundary>
      </own.LatchkeyProvider>
    )
    await fail(1, "no network")
    await shows("no network")

    window.dispatchEvent(new Event("online"))
    await succeed(2, "here")

    await shows("here")
  })
})
