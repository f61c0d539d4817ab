import { assert, describe, it, vi } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import { PassThrough } from "node:stream"
import { text as textOf } from "node:stream/consumers"
import {
  Profiler,
  type ReactNode,
  startTransition,
  Suspense,
  useEffect,
  useLayoutEffect,
  useState,
  version
} from "react"
import { renderToPipeableStream } from "react-dom/server"
import { Browser } from "../../layers/browser/Browser.ts"
import * as ReadPolicy from "../../layers/reads/ReadPolicy.ts"
import { invalidate, optimistically, read } from "../../layers/reads/Reads.ts"
import {
  type Action,
  LatchkeyProvider,
  useAction,
  useApiKeys,
  useClient,
  useConnectedAccount,
  useContactChannels,
  useNotificationPreferences,
  usePermission,
  useProject,
  useRead,
  useReadState,
  useSession,
  useSessions,
  useTeam,
  useTeams,
  useUser
} from "../../react/index.ts"
import { CallError } from "../../schemas/errors/CallError.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as signIn from "../../src/flows/authentication/signIn.ts"
import { signOut } from "../../src/flows/authentication/signOut.ts"
import * as teams from "../../src/flows/teams/teams.ts"
import * as flowsOfReads from "../../src/reads.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { Boundary, type ClientLayer, handle, hydrate, render, show, shows, text, tree } from "./support/rendered.tsx"

const Name = () => <span>{useUser()?.displayName ?? "signed out"}</span>

/** Renders on a server and returns the complete HTML. */
const serve = (children: ReactNode): Promise<string> => {
  const { pipe } = renderToPipeableStream(children)
  return textOf(pipe(new PassThrough()))
}

/** A read. The test sends its response. */
const gate = <A, E = never>() => {
  const answer = Deferred.makeUnsafe<A, E>()
  const running = { now: 0, ever: 0 }
  const effect = Effect.suspend(() => {
    running.now++
    running.ever++
    return Effect.ensuring(Deferred.await(answer), Effect.sync(() => running.now--))
  })
  return { effect, running, open: (exit: Exit.Exit<A, E>) => Deferred.doneUnsafe(answer, exit) }
}

/** A promise that the test settles. */
const held = () => {
  let resolve!: (value: string) => void
  let reject!: (error: unknown) => void
  const promise = new Promise<string>((one, other) => {
    resolve = one
    reject = other
  })
  return { promise, resolve, reject }
}

describe("useRead", () => {
  it("N1: useRead suspends until the first value, with one request for all components under StrictMode", async () => {
    const { effect, open, running } = gate<string>()
    const greeting = read("greeting", effect)
    const Greeting = () => useRead(greeting)
    show((await inProcessEmulator()).client(), [
      <Suspense key="1" fallback="waiting">
        <Greeting />
        <Greeting />
      </Suspense>
    ])
    await shows("waiting")

    open(Exit.succeed("hello "))

    await shows("hello hello ")
    assert.strictEqual(running.ever, 1)
  })

  it("N1: no request continues after the provider has unmounted", async () => {
    const { effect, running } = gate<string>()
    const Waiting = () => useRead(read("never", effect))
    const { unmount } = show((await inProcessEmulator()).client(), <Waiting />)
    await waitFor(() => assert.strictEqual(running.now, 1))

    unmount()

    await waitFor(() => assert.strictEqual(running.now, 0))
    assert.strictEqual(running.ever, 1)
  })

  it("N1: no fiber of a request, timer or action remains after the provider has unmounted", async () => {
    const live = new Map<string, number>()
    const count = (change: number) => () => void live.set("fibers", (live.get("fibers") ?? 0) + change)
    const counted = Layer.succeed(Metric.FiberRuntimeMetrics, { recordFiberStart: count(1), recordFiberEnd: count(-1) })
    const { effect, running } = gate<string>()
    const Waiting = () => useRead(read("never", effect))
    const Left = () => useRead(read("left", Effect.succeed("left")))
    const Running = () => {
      const { run } = useAction(() => effect)
      useEffect(() => void run(), [run])
      return useSession()._tag
    }
    const layer = Layer.merge((await inProcessEmulator()).client(), counted)
    const page = (drops: boolean) => [
      <Suspense key="1">
        <Waiting />
      </Suspense>,
      <Running key="2" />,
      drops ? <Left key="3" /> : null
    ]
    const { rerender, unmount } = show(layer, page(true))
    await shows("SignedOutleft")
    rerender(tree(layer, page(false)))
    await shows("SignedOut")
    await waitFor(() => assert.isAtLeast(running.now, 2))
    const before = live.get("fibers")!

    unmount()

    await waitFor(() => assert.strictEqual(live.get("fibers"), 0))
    // fibers of the request, of the action, and of the timer that drops an unused value
    assert.isAtLeast(before, 3)
  })

  it("useRead keeps the current value on screen during a transition to another read", async () => {
    const one = gate<string>()
    const two = gate<string>()
    let go: ((key: "one" | "two") => void) | undefined
    const Page = () => {
      const [key, setKey] = useState<"one" | "two">("one")
      useEffect(() => {
        go = (next) => startTransition(() => setKey(next))
      }, [])
      return useRead(read(key, key === "one" ? one.effect : two.effect))
    }
    show(
      (await inProcessEmulator()).client(),
      <Suspense fallback="waiting">
        <Page />
      </Suspense>
    )
    one.open(Exit.succeed("first"))
    await shows("first")
    await waitFor(() => assert.isDefined(go))

    go!("two")
    await waitFor(() => assert.strictEqual(two.running.now, 1))
    const meanwhile = text()
    two.open(Exit.succeed("second"))
    await shows("second")

    assert.strictEqual(meanwhile, "first")
  })

  it("useRead refreshes a value without showing a fallback", async () => {
    const { Handle, run } = handle()
    let count = 0
    const counter = read("counter", Effect.sync(() => `${++count}`))
    const shown: Array<string> = []
    const Counter = () => {
      const value = useRead(counter)
      useEffect(() => {
        if (shown.at(-1) !== value) shown.push(value)
      }, [value])
      return value
    }
    show((await inProcessEmulator()).client(), [
      <Handle key="1" />,
      <Suspense key="2" fallback="waiting">
        <Counter />
      </Suspense>
    ])
    await shows("1")

    await run(invalidate(counter))
    await shows("2")

    assert.deepStrictEqual(shown, ["1", "2"])
  })

  it("useRead throws an error to the error boundary, and reads again when it is rendered after a refresh", async () => {
    const { Handle, run } = handle()
    const { client } = await inProcessEmulator()
    // long enough for a slow machine to render the error
    const layer = Layer.merge(client(), ReadPolicy.layer({ dropFailure: "20 seconds" }))
    const outcomes = [Effect.die(new Error("out of order")), Effect.succeed("in order")]
    const flaky = read("flaky", Effect.andThen(Effect.yieldNow, Effect.suspend(() => outcomes.shift()!)))
    const Flaky = () => useRead(flaky)
    const page = (attempt: number) => [
      <Handle key="handle" />,
      <Boundary key={attempt}>
        <Flaky />
      </Boundary>
    ]
    const { rerender } = show(layer, page(1))
    await shows("out of order")

    await run(invalidate(flaky))
    rerender(tree(layer, page(2)))

    await shows("in order")
  })

  it("N8: 10 000 components show a change in one commit, each rendered once", async () => {
    const { Handle, run } = handle()
    let value = 0
    const counter = read("counter", Effect.sync(() => ++value))
    const rendered = new Map<number, number>()
    const Each = () => {
      const shown = useRead(counter)
      rendered.set(shown, (rendered.get(shown) ?? 0) + 1)
      return null
    }
    let commits = 0
    const { client } = await inProcessEmulator()
    // without StrictMode, because StrictMode renders twice
    render(
      <LatchkeyProvider layer={client()}>
        <Handle />
        <Profiler id="each" onRender={() => commits++}>
          {Array.from({ length: 10_000 }, (_, each) => <Each key={each} />)}
        </Profiler>
      </LatchkeyProvider>
    )
    await waitFor(() => assert.strictEqual(commits, 1))

    await run(invalidate(counter))
    await waitFor(() => assert.strictEqual(rendered.get(2), 10_000))

    assert.deepStrictEqual([...rendered], [[1, 10_000], [2, 10_000]])
    assert.strictEqual(commits, 2)
  })
})

describe("consistency of commits", () => {
  /** Blocks for so many milliseconds that React pauses a transition after each component. */
  const work = () => {
    const until = performance.now() + 10
    while (performance.now() < until);
  }

  it("N2: no commit shows two values of a read that changes while a transition renders", async () => {
    const { Handle, run } = handle()
    const layer = Layer.merge(
      (await inProcessEmulator()).client(),
      ReadPolicy.layer({ throttle: 0 })
    )
    const platform = { letter: "a" }
    const letter = read("letter", Effect.sync(() => platform.letter))
    const change = () => {
      platform.letter = "b"
      void run(invalidate(letter))
    }
    const rendered: Array<string> = []
    const Letter = () => {
      const shown = useRead(letter)
      work()
      rendered.push(shown)
      // runs as soon as React pauses the transition
      if (rendered.length === 2) queueMicrotask(change)
      return shown
    }
    const commits: Array<string> = []
    const exposed: { open?: () => void } = {}
    const Page = () => {
      const [isOpen, setOpen] = useState(false)
      useLayoutEffect(() => {
        exposed.open = () => startTransition(() => setOpen(true))
      }, [])
      return (
        <Profiler id="page" onRender={() => commits.push(text())}>
          <Letter />
          {isOpen ? [<Letter key="1" />, <Letter key="2" />, <Letter key="3" />] : null}
        </Profiler>
      )
    }
    render(
      <LatchkeyProvider layer={layer}>
        <Handle />
        <Page />
      </LatchkeyProvider>
    )
    await shows("a")

    exposed.open!()
    await shows("bbbb")

    assert.includeMembers(commits, ["a", "bbbb"])
    assert.deepStrictEqual(commits.filter((shown) => new Set(shown).size > 1), [])
    // the value changed after two components had rendered
    assert.deepStrictEqual(rendered.slice(0, 2), ["a", "a"])
    assert.include(rendered.slice(2, 5), "b")
  })
})

describe("users who return to the page", () => {
  it("N5: cached reads refresh when the user returns to the page, until the provider unmounts", async () => {
    const layer = Layer.merge(
      (await inProcessEmulator()).client(),
      ReadPolicy.layer({ throttle: 0, staleness: 0 })
    )
    let count = 0
    const counter = read("counter", Effect.sync(() => `${++count}`))
    const Counter = () => useRead(counter)
    const { unmount } = show(layer, <Counter />)
    await shows("1")

    window.dispatchEvent(new Event("focus"))
    await shows("2")
    document.dispatchEvent(new Event("visibilitychange"))
    await shows("3")
    window.dispatchEvent(new Event("online"))
    await shows("4")
    unmount()
    window.dispatchEvent(new Event("focus"))
    await Promise.resolve()

    assert.strictEqual(count, 4)
  })
})

describe("useReadState", () => {
  it("useReadState returns the state of a read without suspending or throwing", async () => {
    const { effect, open } = gate<string, "broken">()
    const State = () => useReadState(read("state", effect))._tag
    show((await inProcessEmulator()).client(), <State />)
    await shows("Pending")

    open(Exit.fail("broken"))

    await shows("Failure")
  })
})

describe("useAction", () => {
  const actionOf = () => {
    const exposed: { current?: Action<[outcome: Effect.Effect<string, CallError | "no">], string, unknown> } = {}
    const Form = () => {
      const action = useAction((outcome: Effect.Effect<string, CallError | "no">) => outcome)
      useEffect(() => {
        exposed.current = action
      })
      const { error, exit, isPending } = action
      return [isPending && "pending", error !== undefined && `error ${error}`, exit?._tag].filter(Boolean).join(" ")
    }
    return { Form, action: () => exposed.current! }
  }

  it("useAction reports whether it is running and its last error, and clears both on reset", async () => {
    const { Form, action } = actionOf()
    const { effect, open } = gate<string, "no">()
    show(
      (await inProcessEmulator()).client(),
      <div>
        idle <Form />
      </div>
    )
    await shows("idle ")

    const run = action().run(effect)
    await shows("idle pending")
    open(Exit.fail("no"))
    await shows("idle error no Failure")
    action().reset()
    await shows("idle ")

    assert.deepStrictEqual(await run, Exit.fail("no"))
  })

  it("useAction reports only the latest of several runs", async () => {
    const { Form, action } = actionOf()
    const [first, second] = [gate<string>(), gate<string>()]
    show((await inProcessEmulator()).client(), <Form />)
    await waitFor(() => assert.isDefined(action()))

    const runs = [action().run(first.effect), action().run(second.effect)]
    second.open(Exit.succeed("second"))
    await shows("Success")
    first.open(Exit.die("first"))
    await Promise.all(runs)

    assert.deepStrictEqual(action().exit, Exit.succeed("second"))
  })

  it("useAction runs functions that return promises, and reports their data and their errors", async () => {
    const shown: { current?: Action<[name: string], string, unknown> } = {}
    const settle: Array<ReturnType<typeof held>> = []
    const Form = () => {
      const action = useAction(async (name: string) => {
        const response = held()
        settle.push(response)
        return `${await response.promise} ${name}`
      })
      useEffect(() => {
        shown.current = action
      })
      const { data, error, isPending } = action
      return [isPending && "pending", data, error !== undefined && `error ${error}`].filter(Boolean).join(" ")
    }
    show(
      (await inProcessEmulator()).client(),
      <div>
        idle <Form />
      </div>
    )
    await shows("idle ")

    const success = shown.current!.run("Ada")
    await shows("idle pending")
    await waitFor(() => assert.lengthOf(settle, 1))
    settle[0]!.resolve("hello")
    await shows("idle hello Ada")
    const failure = shown.current!.run("Grace")
    await shows("idle pending")
    await waitFor(() => assert.lengthOf(settle, 2))
    settle[1]!.reject("refused")
    await shows("idle error refused")
    shown.current!.reset()
    await shows("idle ")

    assert.deepStrictEqual(await success, Exit.succeed("hello Ada"))
    assert.deepStrictEqual(await failure, Exit.fail("refused"))
  })

  it("useAction reports the typed error of a promise client's call", async () => {
    const { emulator, signedIn } = await inProcessEmulator()
    const Rename = () => {
      const client = useClient()
      const { data, error, run } = useAction((displayName: string) => client.currentUser.update({ displayName }))
      return (
        <button onClick={() => void run("Countess")}>
          {error === undefined ? data?.displayName ?? "idle" : error._tag}
        </button>
      )
    }
    show(await signedIn(), <Rename />)
    await shows("idle")
    emulator.faults.add({ respond: () => new Response("out of order", { status: 400 }), times: 1 })

    document.querySelector("button")!.click()
    await shows("CallError")
    document.querySelector("button")!.click()

    await shows("Countess")
  })

  it("useAction ignores a promise that settles after the component has unmounted", async () => {
    const response = held()
    const shown: { current?: Action<[], string, unknown> } = {}
    const Form = () => {
      const action = useAction(() => response.promise)
      useEffect(() => {
        shown.current = action
      })
      return action.data ?? "idle"
    }
    const layer = (await inProcessEmulator()).client()
    const { rerender } = show(layer, <Form />)
    await shows("idle")

    const run = shown.current!.run()
    rerender(tree(layer, "left"))
    const exit = await run
    response.reject(new Error("late"))
    await shows("left")

    assert.isTrue(Exit.hasInterrupts(exit))
  })

  it("useAction never rejects: an exception while creating the effect is a defect of the run", async () => {
    const thrown = new Error("no JSON")
    const exposed: { current?: Action<[], never, unknown> } = {}
    const Throwing = () => {
      const action = useAction((): Effect.Effect<never> => {
        throw thrown
      })
      useEffect(() => {
        exposed.current = action
      })
      return action.exit?._tag ?? "idle"
    }
    show((await inProcessEmulator()).client(), <Throwing />)
    await shows("idle")

    const exit = await exposed.current!.run()

    assert.deepStrictEqual(exit, Exit.die(thrown))
    await shows("Failure")
  })

  it("useAction interrupts its run when the component unmounts", async () => {
    const { Form, action } = actionOf()
    const { effect, running } = gate<string>()
    const layer = (await inProcessEmulator()).client()
    const { rerender } = show(layer, <Form />)
    await waitFor(() => assert.isDefined(action()))

    const run = action().run(effect)
    rerender(tree(layer, "left"))

    assert.isTrue(Exit.hasInterrupts(await run))
    assert.strictEqual(running.now, 0)
  })

  it("useAction updates no state after its component has unmounted", async () => {
    const { Form, action } = actionOf()
    const late = Deferred.makeUnsafe<string>()
    const layer = (await inProcessEmulator()).client()
    const { rerender } = show(layer, <Form />)
    await waitFor(() => assert.isDefined(action()))

    const run = action().run(Effect.uninterruptible(Deferred.await(late)))
    rerender(tree(layer, "left"))
    await shows("left")
    vi.stubGlobal("window", undefined)
    Deferred.doneUnsafe(late, Effect.succeed("late"))
    const ended = run.finally(() => vi.unstubAllGlobals())

    assert.isDefined(await ended)
  })

  it("N7: an optimistic update is reverted when the action fails", async () => {
    const { emulator, signedIn } = await inProcessEmulator()
    const exposed: { rename?: (name: string) => Promise<Exit.Exit<unknown, unknown>> } = {}
    const seen: Array<string> = []
    const Rename = () => {
      const { run } = useAction((displayName: string) =>
        currentUser.update({ displayName }).pipe(
          optimistically(flowsOfReads.currentUser, (user) => user && { ...user, displayName })
        )
      )
      const name = useUser()?.displayName ?? "signed out"
      useEffect(() => {
        exposed.rename = run
        if (seen.at(-1) !== name) seen.push(name)
      })
      return name
    }
    show(await signedIn(), <Rename />)
    await waitFor(() => assert.deepStrictEqual(seen, ["Ada"]))
    emulator.faults.add({ respond: () => new Response("out of order", { status: 400 }), times: 1 })

    const exit = await exposed.rename!("Countess")
    await shows("Ada")

    assert.isTrue(Exit.isFailure(exit))
    assert.deepStrictEqual(seen, ["Ada", "Countess", "Ada"])
  })
})

describe("hooks of a client", () => {
  it("every hook of a client returns the platform's data, and no personal data when signed out", async () => {
    const { Handle, run } = handle()
    const { client, requests } = await inProcessEmulator({ users: [ada], config: { clientTeamCreationEnabled: true } })
    const Everything = () => {
      const list = useTeams()
      return [
        useSession()._tag,
        useProject().displayName === "" ? "no project" : "project",
        `teams ${list.map(({ displayName }) => displayName)}`,
        `team ${useTeam(list[0]?.id ?? "none")?.displayName}`,
        `may ${usePermission("$read_members", { teamId: list[0]?.id })}`,
        `channels ${useContactChannels().map(({ value }) => value)}`,
        `sessions ${useSessions().length}`,
        `notifications ${useNotificationPreferences().length > 0}`
      ].join("; ")
    }
    show(client(), [
      <Handle key="1" />,
      <Suspense key="2" fallback="waiting">
        <Everything />
      </Suspense>
    ])
    await shows(
      "SignedOut; project; teams ; team undefined; may null; channels ; sessions 0; notifications false"
    )
    assert.deepStrictEqual(requests(), ["GET /projects/current"])

    await run(signIn.withPassword(ada))
    await run(teams.create({ displayName: "Engines" }))

    await shows(
      "SignedIn; project; teams Engines; team Engines; may true; channels ada@example.com; sessions 1; notifications true"
    )
  })

  it("N13: every hook that reads returns null without a request while enabled is false, and reads afterwards", async () => {
    const config = { allowUserApiKeys: true }
    const { requests, signedIn } = await inProcessEmulator({ users: [ada], config })
    const toggled: { set?: (enabled: boolean) => void } = {}
    const Everything = () => {
      const [enabled, set] = useState(false)
      useEffect(() => {
        toggled.set = set
      }, [])
      return [
        useProject({ enabled }),
        useTeams({ enabled }),
        usePermission("read", { enabled }),
        useContactChannels({ enabled }),
        useSessions({ enabled }),
        useApiKeys({ enabled }),
        useNotificationPreferences({ enabled }),
        useRead(enabled ? flowsOfReads.teams : null),
        useReadState(flowsOfReads.contactChannels, { enabled })._tag === "Pending" ? null : "known"
      ].map((value) => value === null ? "-" : "x").join("")
    }
    show(await signedIn(), <Everything />)
    await shows("---------")
    assert.deepStrictEqual(requests(), [])

    toggled.set!(true)
    await shows("xxxxxxxxx")
    const before = requests().length
    toggled.set!(false)
    await shows("---------")

    assert.strictEqual(requests().length, before)
  })

  it("N13: useTeam, usePermission and useApiKeys return null without a request until their team is known", async () => {
    const { Handle, run } = handle()
    const { client, requests } = await inProcessEmulator({
      users: [ada],
      config: { clientTeamCreationEnabled: true, allowTeamApiKeys: true }
    })
    let id: string | undefined
    const OfTeam = () => {
      const [teamId, select] = useState<string>()
      const team = useTeam(teamId)
      const may = usePermission("$read_members", { teamId: team?.id })
      const keys = useApiKeys({ teamId: team?.id })
      return <button onClick={() => select(id)}>{`${team?.displayName} ${may} ${keys?.length}`}</button>
    }
    show(client(), [<Handle key="1" />, <OfTeam key="2" />])
    await shows("undefined null undefined")
    await run(signIn.withPassword(ada))
    const created = await run(teams.create({ displayName: "Engines" }))
    if (Exit.isSuccess(created)) id = created.value.id
    await shows("undefined null undefined")
    assert.deepStrictEqual(requests().filter((request) => request.startsWith("GET")), [])

    document.querySelector("button")!.click()

    await shows("Engines true 0")
  })

  it("useConnectedAccount returns null when signed out or disabled, and throws errors to the error boundary", async () => {
    const { Handle, run } = handle()
    const Account = () =>
      `account ${useConnectedAccount("google")}${
        useConnectedAccount("github", { or: "redirect", enabled: false }) ?? ""
      }`
    show((await inProcessEmulator()).client(), [
      <Handle key="1" />,
      <Boundary key="2">
        <Account />
      </Boundary>
    ])
    await shows("account null")

    await run(signIn.withPassword(ada))

    await waitFor(() => assert.include(text(), "provider"))
  })

  describe("useConnectedAccount with or: redirect", () => {
    const Repositories = () => <>{useConnectedAccount("github", { or: "redirect", scopes: ["repo"] }).label}</>
    const config = { oauthProviders: [{ id: "github", type: "standard" as const, clientId: "acme" }] }

    it("useConnectedAccount({ or: \"redirect\" }) goes to the provider once with the scopes, and suspends", async () => {
      const left: Array<URL> = []
      const browser = Layer.succeed(Browser, {
        leave: (url) => Effect.sync(() => void left.push(new URL(url))),
        rewrite: () => {},
        cookies: {
          read: () => document.cookie,
          write: (cookie) => {
            document.cookie = cookie
          }
        }
      })
      const { signedIn } = await inProcessEmulator({ users: [ada], config })

      show(Layer.merge(await signedIn(), browser), [
        <Suspense key="1" fallback="leaving">
          <Repositories />
          <Repositories />
        </Suspense>
      ])
      await waitFor(() => assert.lengthOf(left, 1))

      assert.strictEqual(text(), "leaving")
      assert.include(left[0]!.pathname, "/provider-sign-in/github")
      assert.include(left[0]!.searchParams.get("scope")!.split(" "), "repo")
    })

    it("useConnectedAccount({ or: \"redirect\" }) throws to the error boundary when signed out", async () => {
      show(
        (await inProcessEmulator({ config })).client(),
        <Boundary>
          <Repositories />
        </Boundary>
      )

      await waitFor(() => assert.include(text(), "signed in"))
    })
  })

  it("useApiKeys returns the keys of the user", async () => {
    const { signedIn } = await inProcessEmulator({ users: [ada], config: { allowUserApiKeys: true } })
    const Keys = () => `${useApiKeys().length} keys`
    show(await signedIn(), <Keys />)

    await shows("0 keys")
  })
})

describe("rendering on a server", () => {
  /** Collects every text that the page shows at any time. */
  const collectTexts = (container: HTMLElement) => {
    const texts = [container.textContent]
    new MutationObserver(() => texts.push(container.textContent)).observe(container, {
      subtree: true,
      childList: true,
      characterData: true
    })
    return texts
  }

  const page = (layer: ClientLayer, initial?: ReturnType<typeof flowsOfReads.initial>) =>
    tree(layer, <Name />, { initial, fallback: "waiting" })

  it("a server render streams values once they have been read", async () => {
    const { signedIn } = await inProcessEmulator()

    assert.include(await serve(page(await signedIn())), "Ada")
  })

  for (const who of ["signed in", "signed out"] as const) {
    it(`N6: a streamed page hydrates, ${who}, without a request and without an intermediate frame`, async () => {
      const { client, requests, signedIn } = await inProcessEmulator()
      const layer = async () => who === "signed in" ? await signedIn() : client()
      const user = await Effect.runPromise(Effect.provide(currentUser.get(), await layer()))
      const initial = flowsOfReads.initial(user)
      const html = await serve(page(await layer(), initial))
      const browser = await layer()
      const before = requests().length

      const { container, problems } = hydrate(html, page(browser, initial))
      const texts = collectTexts(container)
      await waitFor(() =>
        assert.isTrue(Object.keys(container.firstElementChild!).some((key) => key.startsWith("__react")))
      )

      assert.deepStrictEqual([...new Set(texts)], [user?.displayName ?? "signed out"])
      assert.deepStrictEqual(problems, [])
      assert.strictEqual(requests().length, before)
    })
  }

  it("N6: without initial values, the browser reads the values itself, and the server's page stays on screen in the meantime", async () => {
    const { requests, signedIn } = await inProcessEmulator()
    const html = await serve(page(await signedIn()))
    const browser = await signedIn()

    const { container, problems } = hydrate(html, page(browser))
    const texts = collectTexts(container)
    await waitFor(() => assert.deepStrictEqual(requests(), ["GET /users/me"]))
    await waitFor(() =>
      assert.isTrue(Object.keys(container.querySelector("span")!).some((key) => key.startsWith("__react")))
    )

    assert.deepStrictEqual(problems, [])
    assert.isFalse(texts.some((each) => each?.includes("signed out") || each?.includes("waiting")))
  })

  // React 18 warns here, because it hydrates a boundary later, when the previous user's values have been dropped
  it.skipIf(version.startsWith("18"))(
    "server-rendered values of another user are replaced after the first frame",
    async () => {
      const { client, signedIn } = await inProcessEmulator()
      const user = await Effect.runPromise(Effect.provide(currentUser.get(), await signedIn()))
      const initial = flowsOfReads.initial(user)

      hydrate(await serve(page(await signedIn(), initial)), page(client(), initial))

      await shows("signed out")
    }
  )

  it("N6: no value from the server reappears after sign-out", async () => {
    const { Handle, run } = handle()
    const { signedIn } = await inProcessEmulator()
    const user = await Effect.runPromise(Effect.provide(currentUser.get(), await signedIn()))
    const initial = flowsOfReads.initial(user)
    const html = await serve(page(await signedIn(), initial))
    hydrate(html, tree(await signedIn(), [<Handle key="handle" />, <Name key="name" />], { initial }))

    await run(signOut())

    await shows("signed out")
  })
})
