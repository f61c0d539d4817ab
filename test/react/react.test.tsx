import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { Suspense, useEffect, useLayoutEffect, useRef } from "react"
import { onTestFinished } from "vitest"
import { Navigation } from "../../layers/browser/Navigation.ts"
import * as ReadPolicy from "../../layers/reads/ReadPolicy.ts"
import { type ClientServices, createLatchkeyReact, LatchkeyProvider, useRunEffect, useUser } from "../../react/index.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as signIn from "../../src/flows/authentication/signIn.ts"
import { signOut } from "../../src/flows/authentication/signOut.ts"
import * as reads from "../../src/reads.ts"
import { accessToken, signedIn as signedInWith } from "../support/contract/project.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { scriptedTransport, silence } from "../support/platform/scriptedTransport.ts"
import { Boundary, handle, render, show, shows, text, tree } from "./support/rendered.tsx"

const Name = () => <span>{useUser()?.displayName ?? "signed out"}</span>

describe("useUser", () => {
  it("N1: useUser sends one request for any number of components under StrictMode", async () => {
    const { requests, signedIn } = await inProcessEmulator()

    show(await signedIn(), [<Name key="1" />, <Name key="2" />, <Name key="3" />])

    await shows("AdaAdaAda")
    assert.deepStrictEqual(requests(), ["GET /users/me"])
  })

  it("useUser sends no request when signed out", async () => {
    const { client, requests } = await inProcessEmulator()

    show(client(), <Name />)

    await shows("signed out")
    assert.deepStrictEqual(requests(), [])
  })

  it("useUser follows the session through sign-in, a changed name and sign-out", async () => {
    const { client, requests } = await inProcessEmulator()
    const { Handle, run } = handle()
    show(client(), [<Handle key="1" />, <Name key="2" />])
    await shows("signed out")

    await run(signIn.withPassword(ada))
    await shows("Ada")
    await run(currentUser.update({ displayName: "Countess" }))
    await shows("Countess")
    await run(signOut())
    await shows("signed out")

    assert.deepStrictEqual(requests(), [
      "POST /auth/password/sign-in",
      "GET /users/me",
      "PATCH /users/me",
      "POST /auth/oauth/token",
      "GET /users/me",
      "DELETE /auth/sessions/current"
    ])
  })

  it("N2: components never show two users at once", async () => {
    const { Handle, run } = handle()
    const mismatches: Array<string> = []
    const Pair = () => {
      const [one, other] = [useUser(), useUser()]
      if (one !== other) mismatches.push(`${one?.displayName} and ${other?.displayName}`)
      return null
    }
    show((await inProcessEmulator()).client(), [<Handle key="1" />, <Pair key="2" />, <Name key="3" />])
    await shows("signed out")

    await run(signIn.withPassword(ada))
    await shows("Ada")
    await run(signOut())
    await shows("signed out")

    assert.deepStrictEqual(mismatches, [])
  })

  it("useUser suspends when the user changes, and never shows the previous user's data", async () => {
    const grace = { email: "grace@example.com", password: "amazing grace", displayName: "Grace" }
    const { Handle, run } = handle()
    const platform = await inProcessEmulator({ users: [ada, grace] })
    show(await platform.signedIn(), [<Handle key="1" />, <Name key="2" />])
    await shows("Ada")
    const seen = [text()]
    const record = () => {
      if (seen.at(-1) !== text()) seen.push(text())
    }
    const observer = new MutationObserver(record)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    onTestFinished(() => observer.disconnect())

    platform.emulator.faults.add({ endpoint: "users.getMe", respond: { type: "latency", duration: "50 millis" } })
    await run(signIn.withPassword(grace))
    await shows("Grace")

    assert.deepStrictEqual(seen, ["Ada", "", "Grace"])
  })

  it("useUser({ or: \"throw\" }) throws NotSignedIn, which names the hook, to the error boundary", async () => {
    const RequiredUser = () => useUser({ or: "throw" }).displayName

    show(
      (await inProcessEmulator()).client(),
      <Boundary>
        <RequiredUser />
      </Boundary>
    )

    await shows(
      "useUser({ or: \"throw\" }) needs a signed-in user, but no user is signed in. Show the sign-in page instead, or use or: \"redirect\"."
    )
  })

  it("useUser({ or: \"redirect\" }) goes to the sign-in page once, and returns the user after sign-in", async () => {
    const redirects: Array<string> = []
    const navigation = Layer.succeed(Navigation, {
      go: (url) => Effect.sync(() => void redirects.push(url)),
      here: () => undefined
    })
    const { Handle, run } = handle()
    const RequiredUser = () => useUser({ or: "redirect" }).displayName
    const layer = Layer.merge((await inProcessEmulator()).client(), navigation)
    show(layer, [
      <Handle key="1" />,
      <Suspense key="2" fallback="waiting">
        <RequiredUser />
        <RequiredUser />
      </Suspense>
    ])
    await shows("waiting")

    await run(signIn.withPassword(ada))

    await shows("AdaAda")
    assert.deepStrictEqual(redirects, ["/handler/sign-in"])
  })

  it("useUser({ or: \"anonymous\" }) signs up one user for all components", async () => {
    const { client, requests } = await inProcessEmulator()
    const Anyone = () => useUser({ or: "anonymous" }).isAnonymous ? "anonymous " : "named "

    show(client(), [<Anyone key="1" />, <Anyone key="2" />, <Name key="3" />])

    await shows("anonymous anonymous signed out")
    assert.deepStrictEqual(requests(), ["POST /auth/anonymous/sign-up", "GET /users/me"])
  })

  it("useUser throws a failed read to the error boundary, and reads again after a reset", async () => {
    const { emulator, signedIn } = await inProcessEmulator()
    // long enough for a slow machine to render the error
    const layer = Layer.merge(
      await signedIn(),
      ReadPolicy.layer({ dropFailure: "20 seconds" })
    )
    const { Handle, run } = handle()
    emulator.faults.add({ respond: () => new Response("out of order", { status: 400 }), times: 1 })
    const page = (attempt: string) => [
      <Handle key="handle" />,
      <Boundary key={attempt}>
        <Name />
      </Boundary>
    ]
    const { rerender } = show(layer, page("first"))
    await waitFor(() => assert.include(text(), "out of order"))

    // retries like the button of a boundary
    await run(reads.invalidate(reads.currentUser))
    rerender(tree(layer, page("second")))

    await shows("Ada")
  })

  it("a provider interrupts pending requests when it unmounts", async () => {
    const { aborted, layer, requests } = scriptedTransport(silence)
    const { unmount } = show(signedInWith(accessToken({ exp: 4e9 })).pipe(Layer.provide(layer)), <Name />)
    await waitFor(() => assert.strictEqual(requests.length, 1))

    unmount()

    await waitFor(() => assert.strictEqual(aborted(), 1))
  })
})

describe("useRunEffect", () => {
  it("useRunEffect returns an Exit and never rejects", async () => {
    const { Handle, run } = handle()
    show((await inProcessEmulator()).client(), <Handle />)

    const success = await run(Effect.succeed(1))
    const failure = await run(currentUser.get({ or: "throw" }))
    const bug = await run(Effect.die(new Error("a bug")))

    assert.isTrue(Exit.isSuccess(success))
    assert.isTrue(Exit.hasFails(failure))
    assert.isTrue(Exit.hasDies(bug))
  })

  it("useRunEffect runs effects after StrictMode's second mount", async () => {
    const { Handle, run } = handle()
    show((await inProcessEmulator()).client(), <Handle />)

    const exit = await run(Effect.as(Effect.yieldNow, "done"))

    assert.deepStrictEqual(exit, Exit.succeed("done"))
  })

  it("useRunEffect interrupts running effects on unmount and starts none afterwards", async () => {
    const { Handle, run } = handle()
    const layer = (await inProcessEmulator()).client()
    let interrupted = 0
    const forever = Effect.onInterrupt(Effect.never, () => Effect.sync(() => interrupted++))
    const { rerender } = show(layer, <Handle />)
    let started = false
    const exit = run(Effect.andThen(Effect.sync(() => started = true), forever))
    await waitFor(() => assert.isTrue(started))

    rerender(tree(layer, "left"))

    assert.isTrue(Exit.hasInterrupts(await exit))
    assert.isTrue(Exit.hasInterrupts(await run(forever)))
    assert.strictEqual(interrupted, 1)
  })

  it("useRunEffect interrupts an effect that started during a mount when that mount ends, including StrictMode's first mount", async () => {
    const running = { now: 0, ever: 0 }
    const OnMount = () => {
      const runEffect = useRunEffect()
      useEffect(() => {
        running.now++
        running.ever++
        void runEffect(Effect.onInterrupt(Effect.never, () => Effect.sync(() => running.now--)))
      }, [runEffect])
      return null
    }

    const { unmount } = show((await inProcessEmulator()).client(), <OnMount />)
    await waitFor(() => assert.deepStrictEqual(running, { now: 1, ever: 2 }))
    unmount()

    await waitFor(() => assert.deepStrictEqual(running, { now: 0, ever: 2 }))
  })

  it("with useRunEffect, an effect that started before StrictMode's second mount keeps running until the component unmounts", async () => {
    const running = { now: 0, ever: 0 }
    const PressedEarly = () => {
      const runEffect = useRunEffect()
      const pressed = useRef(false)
      useLayoutEffect(() => {
        if (pressed.current) return
        pressed.current = true
        running.now++
        running.ever++
        void runEffect(Effect.onInterrupt(Effect.never, () => Effect.sync(() => running.now--)))
      }, [runEffect])
      return <Mounted />
    }
    let mounts = 0
    const Mounted = () => {
      useEffect(() => void mounts++, [])
      return null
    }

    const { unmount } = show((await inProcessEmulator()).client(), <PressedEarly />)
    await waitFor(() => assert.strictEqual(mounts, 2))
    await new Promise(setImmediate)
    const afterwards = { ...running }
    unmount()

    assert.deepStrictEqual(afterwards, { now: 1, ever: 1 })
    await waitFor(() => assert.deepStrictEqual(running, { now: 0, ever: 1 }))
  })

  it("useRunEffect returns an Exit with the error if the project configuration is invalid", async () => {
    const { Handle, run } = handle()
    render(
      <LatchkeyProvider project={{ projectId: "not an id" }}>
        <Handle />
      </LatchkeyProvider>
    )

    const exit = await run(signOut())

    assert.isTrue(Exit.isFailure(exit) && String(exit.cause).includes("InvalidConfiguration"))
  })

  it("hooks without a provider throw an error that names the missing provider", async () => {
    const Alone = () => {
      useRunEffect()
      return null
    }

    render(
      <Boundary>
        <Alone />
      </Boundary>
    )

    await shows("Latchkey's hooks need a <LatchkeyProvider> above the component that calls them.")
  })
})

describe("createLatchkeyReact", () => {
  it("createLatchkeyReact keeps the services of two applications apart", async () => {
    const one = createLatchkeyReact<ClientServices>()
    const other = createLatchkeyReact<ClientServices>()
    const { client, signedIn } = await inProcessEmulator()
    const Names = () => `${one.useUser()?.displayName} ${other.useUser()?.displayName}`

    render(
      <one.LatchkeyProvider layer={await signedIn()}>
        <other.LatchkeyProvider layer={client()}>
          <Names />
        </other.LatchkeyProvider>
      </one.LatchkeyProvider>
    )

    await shows("Ada undefined")
  })
})
