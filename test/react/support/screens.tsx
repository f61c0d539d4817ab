/** The ready screens on a page of jsdom, in front of an embedded platform in the same process. */
import { fireEvent, screen, within } from "@testing-library/react"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type { ReactNode } from "react"
import { onTestFinished } from "vitest"
import { Browser } from "../../../layers/browser/Browser.ts"
import { type ClientServices, useUser } from "../../../react/index.ts"
import { LatchkeyHandler } from "../../../react/screens/index.ts"
import type { embeddedPlatform } from "../../support/embeddedPlatform.ts"
import { effectsRan, show } from "./rendered.tsx"

/** What browsers have and jsdom lacks: scrolling, and dialogs in front of everything. */
Element.prototype.scrollIntoView = () => {}
HTMLDialogElement.prototype.showModal = function() {
  this.open = true
}
HTMLDialogElement.prototype.close = function() {
  this.open = false
}

/** Somebody in front of a browser, with a session of their own. */
export interface Person {
  /** Opens an address of the site in place of what is shown, to this person or another. @default the handler */
  readonly visit: (href: string, page?: ReactNode) => void
  /** Runs an effect with their session. Rejects with its error. */
  readonly run: <A, E>(effect: Effect.Effect<A, E, ClientServices>) => Promise<A>
  /** Where a page sent them on another site. */
  readonly left: () => string | undefined
}

/** Takes the page away that is shown: there is one window. */
let unmount = () => {}

/**
 * A person nobody knows yet. The handler's pages are there, and a home page that says who is signed in. `clock`: what their
 * time goes by.
 */
export const person = (
  platform: Awaited<ReturnType<typeof embeddedPlatform>>,
  clock: Layer.Layer<never> = Layer.empty
): Person => {
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
  return <h1>{user === null ? "Nobody is signed in" : `Hello ${user.primaryEmail}`}</h1>
}

/** What is found on a page whose effects have run: it hears what happens to it. */
const alive = async (found: Promise<HTMLElement>): Promise<HTMLElement> => {
  const element = await found
  await effectsRan()
  return element
}

/** The button with this name, once it is there. */
export const button = (name: string | RegExp) => alive(screen.findByRole("button", { name }))

/** Waits for a notice or live region with this text. */
export const notice = (text: string) =>
  screen.findByText((_, element) =>
    element?.matches("[role=status], [role=alert]") === true
    && element.textContent.startsWith(text)
  )

export const press = async (name: string | RegExp) => fireEvent.click(await button(name))

/** Agrees to what a dialog asks. */
export const agree = async (name: string) =>
  fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }))

export const fill = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label, { selector: "input" }), { target: { value } })

/** What a list has, item by item. */
export const items = async (name: string) =>
  within(await screen.findByRole("list", { name })).getAllByRole("listitem").map(({ textContent }) => textContent)

export const heading = (name: string) => alive(screen.findByRole("heading", { level: 1, name }))
