import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { AuthSessionResult } from "../../../src/native/index.ts"
import { makeLinks } from "../../../src/native/linking.ts"
import { scriptedDevice } from "./scriptedDevice.ts"

/** An event of the latest browser session: its link arrives as an event or as its result, or the user closes it. */
const Step = Schema.Literals(["start", "event", "success", "cancel"])

/** A browser session of the model. */
interface Session {
  readonly link: string
  readonly settle: (result: AuthSessionResult) => void
  /** Result that the app got: a link, or `none`. */
  result?: string
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
        const links = makeLinks(device.linking, (url) => url.includes("state="))
        const arrived: Array<string> = []
        const expected: Array<string> = []
        links.listen((url) => arrived.push(url))
        await Promise.resolve()
        const sessions: Array<Session> = []

        for (const step of steps) {
          const latest = sessions.at(-1)
          if (step === "start") {
            if (latest?.isSettled === false) continue
            let settle!: Session["settle"]
            const opened = new Promise<AuthSessionResult>((resolve) => settle = resolve)
            const link = `myapp://callback?state=${sessions.length}`
            const session: Session = { link, settle, isSettled: false, isReported: false }
            sessions.push(session)
            void links.session(() => opened).then((url) => session.result = url ?? "none")
          } else if (latest === undefined) continue
          else if (step === "event") {
            if (latest.isReported) continue
            latest.isReported = true
            if (latest.expected === "none") expected.push(latest.link)
            latest.expected ??= latest.link
            device.open(latest.link)
          } else {
            if (latest.isSettled) continue
            latest.isSettled = true
            latest.expected ??= step === "success" ? latest.link : "none"
            latest.settle(step === "success" ? { type: "success", url: latest.link } : { type: "cancel" })
          }
          for (let turn = 0; turn < 5; turn++) await Promise.resolve()
        }

        assert.deepStrictEqual(arrived, expected)
        assert.deepStrictEqual(sessions.map(({ result }) => result), sessions.map(({ expected }) => expected))
      })
  )
})
