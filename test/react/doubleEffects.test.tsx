import { assert, describe, it } from "@effect/vitest"
import { fireEvent, screen, waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as React from "react"
import { type ReactNode, StrictMode, useEffect, useState } from "react"
import { Navigation } from "../../layers/browser/Navigation.ts"
import { useAction, useRunEffect, useUser } from "../../react/index.ts"
import { useRunOnce } from "../../react/parts/form/useRunOnce.ts"
import { useLinkParameter } from "../../react/parts/links/useLinkParameter.ts"
import { useEnter } from "../../react/parts/useEnter.ts"
import { LatchkeyHandler } from "../../react/screens/index.ts"
import { useLasting } from "../../react/useLasting.ts"
import { usePromise } from "../../react/usePromise.ts"
import * as Client from "../../src/programs/Client.ts"

import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { type ClientLayer, effectsRan, render, shows, text, tree } from "./support/rendered.tsx"
import { button, fill } from "./support/screens.tsx"

/** A promise that React treats as settled. */
const nothing = Object.assign(Promise.resolve(), { status: "fulfilled", value: undefined })

/** Suspends its component from the call of `begin` to the call of `end`. */
const suspension = () => {
  let end = () => {}
  let begin = () => {}
  const promise = new Promise<void>((resolve) => end = resolve)
  const use = () => {
    const [isSuspended, setSuspended] = useState(false)
    useEffect(() => {
      begin = () => setSuspended(true)
    }, [])
    usePromise(isSuspended ? promise : nothing)
  }
  const hideAndShow = async (shown: string) => {
    await shows(shown)
    begin()
    await waitFor(() => assert.include(text(), "hidden"))
    end()
    await shows(shown)
  }
  return { use, hideAndShow }
}

const client = async () => (await inProcessEmulator()).client()

describe("StrictMode", () => {
  it("StrictMode doesn't stop a sign-in during navigation: the router navigates once", async () => {
    const { emulator } = await inProcessEmulator()
    const navigated: Array<unknown> = []
    const client = Client.layer({
      ...emulator.project,
      // Storing the session suspends the provider. It shows its children again when the user is known.
      fetch: async (url, init) => {
        if (url.endsWith("/users/me")) await waitFor(() => assert.include(text(), "hidden"))
        return emulator.fetch(url, init)
      }
    })
    // the router navigates only after the children are shown again
    const router = Layer.succeed(Navigation, {
      here: () => new URL(location.href),
      go: (...step) =>
        Effect.andThen(
          Effect.promise(() => screen.findByText("Ada").then(effectsRan)),
          Effect.sync(() => void navigated.push(step))
        )
    })
    const Name = () => <p>{useUser()?.displayName}</p>
    history.replaceState(null, "", "/handler/sign-in")
    render(tree(Layer.merge(client, router), [<LatchkeyHandler key="1" />, <Name key="2" />], { fallback: "hidden" }))

    await fill("Email", ada.email)
    await fill("Password", ada.password)
    fireEvent.click(await button("Sign in"))

    await waitFor(() => assert.deepStrictEqual(navigated, [["/", { replace: true }]]))
  })

  it("StrictMode doesn't interrupt effects while a Suspense boundary hides and shows their component", async () => {
    const { hideAndShow, use } = suspension()
    let finish = () => {}
    let exit: Exit.Exit<string, unknown> | undefined
    const Runs = () => {
      const runEffect = useRunEffect()
      use()
      const start = async () => {
        exit = await runEffect(Effect.callback<string>((resume) => {
          finish = () => resume(Effect.succeed("finished"))
        }))
      }
      return <button type="button" onClick={start}>Start</button>
    }
    render(tree(await client(), <Runs />, { fallback: "hidden" }))
    fireEvent.click(await button("Start"))

    await hideAndShow("Start")
    finish()

    await waitFor(() => assert.deepStrictEqual(exit, Exit.succeed("finished")))
  })

  it("StrictMode doesn't repeat a one-time effect when a Suspense boundary shows its page again", async () => {
    const { hideAndShow, use } = suspension()
    const ran: Array<string> = []
    const Once = () => {
      const progress = useRunOnce("code", (code) => Effect.sync(() => void ran.push(code)))
      use()
      return progress._tag
    }
    render(tree(await client(), <Once />, { fallback: "hidden" }))

    await hideAndShow("Done")

    assert.deepStrictEqual(ran, ["code"])
  })
})

describe("useLasting", () => {
  it("useLasting starts once under StrictMode, stops before it restarts for new dependencies, and stops on unmount", async () => {
    const events: Array<string> = []
    const Lasting = ({ of }: { readonly of: string }) => {
      useLasting(() => {
        events.push(`start ${of}`)
        return () => void events.push(`stop ${of}`)
      }, [of])
      return of
    }
    const { rerender, unmount } = render(
      <StrictMode>
        <Lasting of="a" />
      </StrictMode>
    )
    await shows("a")
    rerender(
      <StrictMode>
        <Lasting of="b" />
      </StrictMode>
    )
    await shows("b")
    unmount()
    await waitFor(() => assert.strictEqual(events.at(-1), "stop b"))

    assert.deepStrictEqual(events, ["start a", "stop a", "start b", "stop b"])
  })
})

// React 18 has no Activity
describe.runIf("Activity" in React)("a page that an Activity hides and shows again", () => {
  const page = (layer: ClientLayer, children: ReactNode) => {
    const at = (mode: "hidden" | "visible") => tree(layer, <React.Activity mode={mode}>{children}</React.Activity>)
    const { rerender } = render(at("visible"))
    return { hide: () => rerender(at("hidden")), show: () => rerender(at("visible")) }
  }

  it("when an Activity hides a page, the page's action is interrupted and can run again later", async () => {
    let runs = 0
    const Acts = () => {
      const { isPending, run } = useAction(() => Effect.suspend(() => ++runs === 1 ? Effect.never : Effect.succeed(1)))
      return <button type="button" onClick={run}>{isPending ? "Busy" : "Start"}</button>
    }
    const { hide, show } = page(await client(), <Acts />)
    fireEvent.click(await button("Start"))
    await shows("Busy")

    hide()
    await shows("")
    show()
    fireEvent.click(await button("Start"))

    await waitFor(() => assert.strictEqual(runs, 2))
    await shows("Start")
  })

  it("a page shown again by an Activity no longer reports that it is navigating away", async () => {
    const Enters = () => {
      const { enter, leaving } = useEnter()
      const runEffect = useRunEffect()
      const start = () => runEffect(enter(Effect.succeed({})))
      return <button type="button" onClick={start}>{leaving?.step ?? "Start"}</button>
    }
    const platform = await inProcessEmulator()
    const { hide, show } = page(platform.client({ redirectMethod: { navigate: () => {} } }), <Enters />)
    fireEvent.click(await button("Start"))
    await shows("leaving")

    hide()
    await shows("")
    show()

    await shows("Start")
  })

  it("a page shown again by an Activity doesn't use a link's code a second time", async () => {
    const usedCodes: Array<string> = []
    const Link = () => {
      const code = useLinkParameter("code")
      const progress = useRunOnce(
        code,
        (code) => Effect.sync(() => void usedCodes.push(code === null ? "none" : Redacted.value(code)))
      )
      return progress._tag
    }
    history.replaceState(null, "", "/handler/magic-link-callback?code=abc")
    const { hide, show } = page(await client(), <Link />)
    await shows("Done")

    hide()
    await shows("")
    show()
    await shows("Done")

    assert.deepStrictEqual(usedCodes, ["abc", "none"])
  })

  it("a provider shown again by an Activity still works", async () => {
    const layer = await (await inProcessEmulator()).signedIn()
    const Name = () => useUser()?.displayName ?? "signed out"
    const at = (mode: "hidden" | "visible") => <React.Activity mode={mode}>{tree(layer, <Name />)}</React.Activity>
    const { rerender } = render(at("visible"))
    await shows("Ada")

    rerender(at("hidden"))
    await shows("")
    rerender(at("visible"))

    await shows("Ada")
  })
})
