/** The screens on a page in jsdom, with an emulator in the same process. */
import { assert } from "@effect/vitest"
import { fireEvent, screen, waitFor, within } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { ReactNode } from "react"
import { onTestFinished } from "vitest"
import { Browser } from "../../../layers/browser/Browser.ts"
import { type ClientServices, useUser } from "../../../react/index.ts"
import { LatchkeyHandler } from "../../../react/screens/index.ts"
import type { inProcessEmulator } from "../../support/platform/inProcessEmulator.ts"
import { effectsRan, show } from "./rendered.tsx"

/** Adds scrolling and modal dialogs, which jsdom lacks. */
Element.prototype.scrollIntoView = () => {}
HTMLDialogElement.prototype.showModal = function() {
  this.open = true
}
HTMLDialogElement.prototype.close = function() {
  this.open = false
}

/** A user with a browser and a session. */
export interface SiteUser {
  /**
   * Opens a URL of the site for this user. It replaces the current page.
   * @default the handler
   */
  readonly visit: (href: string, page?: ReactNode) => void
  /** Runs an effect with the user's session. Rejects with the effect's error. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>) => Promise<A>
  /** URL on another site to which the page has navigated. */
  readonly left: () => string | undefined
}

/** Unmounts the current page, because there is only one window. */
let unmount = () => {}

/**
 * Creates a user on a site with the handler's pages and a home page that shows the signed-in user. `clock` provides the
 * user's time.
 */
export const siteUser = (
  platform: Awaited<ReturnType<typeof inProcessEmulator>>,
  clock: Layer.Layer<never> = Layer.empty
): SiteUser => {
  let left: string | undefined
  const navigate = (url: string, { replace }: { readonly replace: boolean }) => {
    history[replace ? "replaceState" : "pushState"](null, "", url)
    dispatchEvent(new PopStateEvent("popstate"))
  }
  const leaving = Layer.effect(
    Browser,
    Effect.map(Browser, (browser) => ({ ...browser!, leave: (url: string) => Effect.sync(() => void (left = url)) }))
  )
  const runtime = ManagedRuntime.make(
    Layer.merge(platform.client({ redirectMethod: { navigate } }), leaving).pipe(Layer.provideMerge(clock))
  )
  onTestFinished(() => runtime.dispose())
  onTestFinished(() => sessionStorage.clear())
  return {
    visit: (href, page = <LatchkeyHandler notFound={<Home />} />) => {
      unmount()
      history.pushState(null, "", href)
      unmount = show(Layer.effectContext(runtime.contextEffect), page).unmount
    },
    run: (effect) => runtime.runPromise(effect),
    left: () => left
  }
}

const Home = () => {
  const user = useUser()
  return <h1>{user === null ? "No user is signed in" : `Hello ${user.primaryEmail}`}</h1>
}

/** Resolves with an element once the effects of its page have run, so that the element reacts to events. */
const interactive = async (found: Promise<HTMLElement>): Promise<HTMLElement> => {
  const element = await found
  await effectsRan()
  return element
}

/** Waits for the button with this name. */
export const button = (name: string | RegExp) => interactive(screen.findByRole("button", { name }))

/** Waits for a notice or live region with this text. */
export const notice = (text: string) =>
  screen.findByText((_, element) =>
    element?.matches("[role=status], [role=alert]") === true
    && element.textContent.startsWith(text)
  )

export const press = async (name: string | RegExp) => fireEvent.click(await button(name))

/** Confirms a dialog. */
export const agree = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }))

export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: "input" }), { target: { value } })

/** Returns the texts of a list's items. */
export const items = async (name: string) =>
  within(await screen.findByRole("list", { name })).getAllByRole("listitem").map(({ textContent }) => textContent)

/** Waits until the page's path is this one. A page may follow a change of the session before it navigates. */
export const arrivesAt = (path: string) => waitFor(() => assert.strictEqual(location.pathname, path))

export const heading = (name: string) => interactive(screen.findByRole("heading", { level: 1, name }))
