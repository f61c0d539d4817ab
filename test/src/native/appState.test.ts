import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Visibility } from "../../../layers/browser/Visibility.ts"
import { type ConnectionState, layerAppState } from "../../../src/native/index.ts"

/** The modules `AppState` and `NetInfo`, scripted by a test. */
const scriptedModules = () => {
  const onState = new Set<(state: string) => void>()
  const onConnection = new Set<(state: ConnectionState) => void>()
  const AppState = {
    currentState: "active" as string | null,
    addEventListener: (_type: "change", listener: (state: string) => void) => {
      onState.add(listener)
      return { remove: () => void onState.delete(listener) }
    }
  }
  const NetInfo = {
    addEventListener: (listener: (state: ConnectionState) => void) => {
      onConnection.add(listener)
      return () => void onConnection.delete(listener)
    }
  }
  return {
    modules: { AppState, NetInfo },
    become: (state: string) => {
      AppState.currentState = state
      onState.forEach((listener) => listener(state))
    },
    connect: (state: ConnectionState) => onConnection.forEach((listener) => listener(state)),
    listeners: () => onState.size + onConnection.size
  }
}

const visibilityOf = (modules: Parameters<typeof layerAppState>[0]) =>
  Effect.map(Layer.build(layerAppState(modules)), Context.get(Visibility))

const App = Schema.Literals(["active", "inactive", "background"])

const online: ConnectionState = { isConnected: true, isInternetReachable: true }
const offline: ConnectionState = { isConnected: false, isInternetReachable: false }

describe("layerAppState", () => {
  it.effect.prop(
    "Y5: layerAppState reports each return to the foreground and each return of the connection once, and never in the background",
    {
      events: Arbitrary.array(Arbitrary.schema(Schema.Union([App, Schema.Boolean])), { minLength: 10, maxLength: 40 })
    },
    ({ events }) =>
      Effect.gen(function*() {
        const device = scriptedModules()
        const visibility = yield* visibilityOf(device.modules)
        const reported: Array<string> = []
        const stop = visibility.onReturn((why) => {
          assert.isFalse(visibility.isHidden?.())
          reported.push(why)
        })

        let state = "active"
        let isOnline = true
        let isDue = false
        const expected: Array<string> = []
        for (const event of events) {
          if (typeof event === "string") {
            device.become(event)
            state = event
            assert.strictEqual(visibility.isHidden?.(), state === "background")
            if (state !== "active") continue
            expected.push(isDue ? "online" : "focus")
            isDue = false
          } else {
            device.connect(event ? online : offline)
            const returned = event && !isOnline
            isOnline = event
            if (!event) isDue = false
            else if (returned && state === "background") isDue = true
            else if (returned) expected.push("online")
          }
        }
        stop()
        device.become("active")

        assert.deepStrictEqual(reported, expected)
        assert.strictEqual(device.listeners(), 0)
      })
  )

  it.effect("an unknown connection counts as neither offline nor online", () =>
    Effect.gen(function*() {
      const device = scriptedModules()
      const { onReturn } = yield* visibilityOf(device.modules)
      const reported: Array<string> = []
      const counts: Array<number> = []
      onReturn((why) => reported.push(why))

      for (
        const state of [
          { isConnected: null, isInternetReachable: null },
          online,
          { isConnected: true, isInternetReachable: false },
          { isConnected: true, isInternetReachable: null },
          { isConnected: true }
        ]
      ) {
        device.connect(state)
        counts.push(reported.length)
      }

      assert.deepStrictEqual(reported, ["online"])
      assert.deepStrictEqual(counts, [0, 0, 0, 0, 1])
    }))

  it.effect("without NetInfo, layerAppState reports only returns to the foreground", () =>
    Effect.gen(function*() {
      const device = scriptedModules()
      const { onReturn } = yield* visibilityOf({ AppState: device.modules.AppState })
      const reported: Array<string> = []
      const stop = onReturn((why) => reported.push(why))

      device.become("background")
      device.become("active")
      stop()

      assert.deepStrictEqual([reported, device.listeners()], [["focus"], 0])
    }))
})
