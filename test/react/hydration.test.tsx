/** Hydration of pages that were rendered by a server without knowledge of the session. */
import { assert, describe, it } from "@effect/vitest"
import { waitFor } from "@testing-library/react"
import * as Effect from "effect/Effect"
import { renderToString } from "react-dom/server"
import type { InitialReads } from "../../layers/reads/index.ts"
import { useReadState, useUser } from "../../react/index.ts"
import { SelectedTeamSwitcher, TeamSwitcher, UserAvatar, UserButton } from "../../react/screens/index.ts"
import * as currentUser from "../../src/flows/account/currentUser.ts"
import * as reads from "../../src/reads.ts"
import { ada, inProcessEmulator } from "../support/platform/inProcessEmulator.ts"
import { type ClientLayer, hydrate, shows, text, tree } from "./support/rendered.tsx"
import { renderOnServer } from "./support/renderOnServer.ts"

const userOf = (layer: ClientLayer) => Effect.runPromise(Effect.provide(currentUser.get(), layer))

const State = () => useReadState(reads.currentUser)._tag

const Name = () => useUser()?.displayName ?? "signed out"

const hydrated = (container: Element) =>
  waitFor(() =>
    assert.isTrue(
      [...container.querySelectorAll("*")].some((element) =>
        Object.keys(element).some((key) => key.startsWith("__react"))
      )
    )
  )

describe("a server-rendered page", () => {
  it("N6: hydration starts from the server's values, even if the browser already knows newer values", async () => {
    const { client, signedIn } = await inProcessEmulator()
    const page = (layer: ClientLayer) => tree(layer, <p>{<State />}</p>)

    const html = renderToString(page(client()))
    const { container, problems } = hydrate(html, page(await signedIn()))
    await hydrated(container)

    assert.include(html, "Pending")
    await shows("Success")
    assert.deepStrictEqual(problems, [])
  })

  it("N6: a server render uses the initial user although the server has no session", async () => {
    const { client, requests, signedIn } = await inProcessEmulator()
    const browser = await signedIn()
    const initial = reads.initial(await userOf(browser))
    const before = requests().length
    const page = (layer: ClientLayer) => tree(layer, <p>{<Name />}</p>, { initial, sessionInBrowser: true })

    const html = renderOnServer(page(client()))
    const { container, problems } = hydrate(html, page(browser))
    await hydrated(container)

    assert.include(html, "Ada")
    await shows("Ada")
    assert.deepStrictEqual(problems, [])
    assert.strictEqual(requests().length, before)
  })

  it("N6: without initial values, the server renders the fallback and the browser reads the user", async () => {
    const { client, signedIn } = await inProcessEmulator()
    const page = (layer: ClientLayer) =>
      tree(layer, <p>{<Name />}</p>, { fallback: "one moment", sessionInBrowser: true })

    const html = renderOnServer(page(client()))
    hydrate(html, page(await signedIn()))

    assert.include(html, "one moment")
    assert.notInclude(html, "signed out")
    await shows("Ada")
  })

  const pieces = {
    UserButton: <UserButton showUserInfo />,
    UserAvatar: <UserAvatar />,
    SelectedTeamSwitcher: <SelectedTeamSwitcher />,
    TeamSwitcher: <TeamSwitcher teamId={null} />
  }
  const initialValues = ["the server's user", "none"] as const
  const sessionStates = ["signed in", "signed out"] as const
  const cases = Object.entries(pieces).flatMap(([name, piece]) =>
    sessionStates.flatMap((who) => initialValues.map((handed) => ({ name, piece, who, handed })))
  )

  it.each(cases)("N6: $name hydrates without a React warning when $who, with initial values: $handed", async (it) => {
    const { client, signedIn } = await inProcessEmulator({ users: [ada] })
    const browser = it.who === "signed in" ? await signedIn() : client()
    const initial: InitialReads | undefined = it.handed === "none"
      ? undefined
      : reads.initial(await userOf(browser))
    const page = (layer: ClientLayer) => tree(layer, it.piece, { initial, sessionInBrowser: true })

    const { container, problems } = hydrate(renderOnServer(page(client())), page(browser))
    await hydrated(container)
    await waitFor(() => assert.notInclude(text(), "One moment"))

    assert.deepStrictEqual(problems, [])
  })
})
