import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AuthSessionResult } from "../../../src/native/index.ts"
import { makeLinks } from "../../../src/native/linking.ts"
import { scriptedDevice } from "./scriptedDevice.ts"

/**
 * An event of the latest browser session. Its link arrives as an event or as the session's result, the user closes the
 * session, the caller aborts it, or a link with an error arrives, as an event or as the result.
 */
const Step = Schema.Literals(["start", "event", "success", "cancel", "abort", "error", "own error"])

/** A browser session of the model. */
interface Session {
  readonly link: string
  readonly settle: (result: AuthSessionResult) => void
  readonly controller: AbortController
  /** Links with errors that arrived while the session was running. */
  readonly held: Array<string>
  /** Result that the app got: a link, or `none`. */
  result?: string
  isRunning: boolean
  isSettled: boolean
  isReported: boolean
  /** Result that the model expects. */
  expected?: string
}

describe("makeLinks", () => {
  it.effect.prop(
    "Y3 Y4: each browser session ends once, and its link is reported at most once, in any order of events and results",
    { steps: Arbitrary.array(Arbitrary.schema(Step), { minLength: 4, maxLength: 30 }) },
    ({ steps }) =>
      Effect.promise(async () => {
        const device = scriptedDevice()
        const links = makeLinks(
          device.linking,
          (url) => url.includes("state=") ? "ends" : url.includes("error=") ? "may end" : "other",
          () => 0
        )
        const arrived: Array<string> = []
        const expected: Array<string> = []
        links.listen((url) => arrived.push(url))
        await Promise.resolve()
        const sessions: Array<Session> = []
        let errors = 0
        /** Ends a session of the model. */
        const end = (session: Session, result: string | undefined) => {
          if (!session.isRunning) return
          session.isRunning = false
          if (result !== undefined) session.expected = result
          expected.push(...session.held.filter((link) => link !== result))
        }

        for (const step of steps) {
          const latest = sessions.at(-1)
          if (step === "start") {
            if (latest?.isSettled === false) continue
            let settle!: Session["settle"]
            const opened = new Promise<AuthSessionResult>((resolve) => settle = resolve)
            const link = `myapp://callback?state=${sessions.length}`
            const session: Session = {
              link,
              settle,
              controller: new AbortController(),
              held: [],
              isRunning: true,
              isSettled: false,
              isReported: false
            }
            sessions.push(session)
            void links.session(() => opened, session.controller.signal).then((url) => session.result = url ?? "none")
          } else if (step === "error") {
            const link = `myapp://error?error=${errors++}`
            if (latest?.isRunning === true) latest.held.push(link)
            else expected.push(link)
            device.open(link)
          } else if (latest === undefined) continue
          else if (step === "event") {
            if (latest.isReported) continue
            latest.isReported = true
            if (latest.isRunning) end(latest, latest.link)
            else if (latest.expected !== latest.link) expected.push(latest.link)
            device.open(latest.link)
          } else if (step === "abort") {
            end(latest, undefined)
            latest.controller.abort()
          } else {
            const link = step === "own error" ? latest.held[0] : latest.link
            if (latest.isSettled || link === undefined) continue
            latest.isSettled = true
            end(latest, step === "cancel" ? "none" : link)
            latest.settle(step === "cancel" ? { type: "cancel" } : { type: "success", url: link })
          }
          for (let turn = 0; turn < 5; turn++) await Promise.resolve()
        }

        assert.deepStrictEqual(arrived, expected)
        assert.deepStrictEqual(sessions.map(({ result }) => result), sessions.map(({ expected }) => expected))
      })
  )

  const opened = () => {
    const device = scriptedDevice()
    const links = makeLinks(
      device.linking,
      (url) => url.includes("state=") ? "ends" : url.includes("error=") ? "may end" : "other",
      () => 0
    )
    const arrived: Array<string> = []
    return { arrived, device, links, stop: links.listen((url) => arrived.push(url)) }
  }

  const error = "myapp://error?error=1"

  it.effect("Y4: a browser session ends after the listener has stopped, without reporting the links that it held back", () =>
    Effect.promise(async () => {
      const { arrived, device, links, stop } = opened()
      await Promise.resolve()
      let settle!: (result: AuthSessionResult) => void
      const session = links.session(() => new Promise((resolve) => settle = resolve), new AbortController().signal)
      device.open(error)

      stop()
      settle({ type: "cancel" })

      assert.isUndefined(await session)
      assert.deepStrictEqual(arrived, [])
    }))

  it.effect("Y4: a second browser session reports the links that the first one held back, and the first one's result ends nothing", () =>
    Effect.promise(async () => {
      const { arrived, device, links } = opened()
      await Promise.resolve()
      const settle: Array<(result: AuthSessionResult) => void> = []
      const results: Array<string | undefined> = []
      const start = () =>
        links.session(() => new Promise((resolve) => void settle.push(resolve)), new AbortController().signal)
          .then((url) => results.push(url))
      void start()
      device.open(error)
      const before = [...arrived]

      const second = start()
      const after = [...arrived]
      settle[0]!({ type: "success", url: "myapp://first" })
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      settle[1]!({ type: "success", url: "myapp://second" })
      await second

      assert.deepStrictEqual([before, after], [[], [error]])
      assert.deepStrictEqual(results, ["myapp://second"])
    }))

  it.effect("Y3: a link that ends a browser session reports the held links at once, and its result later changes nothing", () =>
    Effect.promise(async () => {
      const { arrived, device, links } = opened()
      const link = "myapp://callback?state=1"
      await Promise.resolve()
      let settle!: (result: AuthSessionResult) => void
      const session = links.session(() => new Promise((resolve) => settle = resolve), new AbortController().signal)
      device.open(error)
      device.open(link)
      const reported = [...arrived]
      settle({ type: "success", url: link })
      const result = await session
      for (let turn = 0; turn < 5; turn++) await Promise.resolve()
      device.open(link)

      assert.deepStrictEqual([result, reported, arrived], [link, [error], [error, link]])
    }))
})
