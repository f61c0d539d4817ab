/** Renders components on a page. Fails the test on any console message from React. */
import { assert } from "@effect/vitest"
import { configure, waitFor } from "@testing-library/react"
import type * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { Component, type ReactNode, StrictMode, useEffect } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { vi } from "vitest"
import type { ReadCache } from "../../../layers/reads/Reads.ts"
import {
  type ClientServices,
  LatchkeyProvider,
  type LatchkeyProviderProps,
  useRunEffect
} from "../../../react/index.ts"
import type { InvalidConfiguration } from "../../../schemas/errors/CallError.ts"
import { stepMillis } from "../../support/suite/hangMillis.ts"

// dispatches events like a browser, because `act` would warn about pending updates
configure({ asyncUtilTimeout: stepMillis, eventWrapper: (dispatch) => dispatch() })

let messages: Array<unknown>

const mounted: Array<() => void> = []

/** Functions that `jsdomPage.ts` calls before and after each test. */
export const around = {
  before: () => {
    messages = []
    for (const level of ["error", "warn"] as const) {
      vi.spyOn(console, level).mockImplementation((...args) => void messages.push(args))
    }
  },
  after: () => {
    for (const unmount of mounted.splice(0)) unmount()
    vi.restoreAllMocks()
    const known = (args: unknown) => [oneProcess, noLayout, caught].some((known) => String(args).includes(known))
    const unexpected = messages.filter((args) => !known(args))
    assert.deepStrictEqual(unexpected, [], unexpected.map(String).join("\n"))
  }
}

/** React logs errors that a boundary has caught, which tests expect. */
const caught = "the error boundary you provided"

export class Boundary extends Component<{ readonly children: ReactNode }, { readonly error?: Error }> {
  override state: { readonly error?: Error } = {}
  static getDerivedStateFromError = (error: Error) => ({ error })
  override render() {
    return this.state.error === undefined ? this.props.children : this.state.error.message
  }
}

export type ClientLayer = Layer.Layer<ClientServices, InvalidConfiguration>

export const tree = (
  layer: ClientLayer,
  children: ReactNode,
  rest?: Omit<LatchkeyProviderProps, "client" | "project" | "layer">
) => (
  <StrictMode>
    <LatchkeyProvider {...rest} layer={layer}>{children}</LatchkeyProvider>
  </StrictMode>
)

/** Renders like a browser, without `act`, which would delay suspended content. */
export const render = (children: ReactNode) => {
  const container = document.body.appendChild(document.createElement("div"))
  const root = createRoot(container)
  root.render(children)
  const unmount = () => {
    root.unmount()
    container.remove()
  }
  mounted.push(unmount)
  return { rerender: (next: ReactNode) => root.render(next), unmount }
}

/** React 18 warns about layout effects on a server, because server and browser share one process here. */
const noLayout = "useLayoutEffect does nothing on the server"

/** React finds two renderers on one page, because server and browser share one process here. */
const oneProcess = "Detected multiple renderers concurrently rendering the same context provider"

/** Hydrates a server-rendered page. */
export const hydrate = (html: string, children: ReactNode) => {
  const container = document.body.appendChild(document.createElement("div"))
  container.innerHTML = html
  const problems: Array<unknown> = []
  const root = hydrateRoot(container, children, { onRecoverableError: (error) => problems.push(error) })
  mounted.push(() => {
    root.unmount()
    container.remove()
  })
  return { container, problems }
}

export const show = (layer: ClientLayer, children: ReactNode) => render(tree(layer, children))

/** Returns the visible text. React keeps suspended content in the document, but hides it. */
export const text = () =>
  [...document.querySelectorAll("body > div")].flatMap((root) => [...root.childNodes])
    .filter((node) =>
      node.nodeType !== Node.COMMENT_NODE && !(node instanceof HTMLElement && node.style.display === "none")
    )
    .map((node) => node.textContent).join("")

/** Waits until the page shows exactly this text and its effects have run. */
export const shows = async (expected: string): Promise<void> => {
  await waitFor(() => assert.strictEqual(text(), expected))
  await effectsRan()
}

/** Waits until React has run pending effects, which happens before it renders again. */
export const effectsRan = () =>
  new Promise<void>((resolve) => {
    const root = createRoot(document.createElement("div"))
    root.render(
      <Next
        then={() => {
          queueMicrotask(() => root.unmount())
          resolve()
        }}
      />
    )
  })

const Next = ({ then }: { readonly then: () => void }) => {
  useEffect(then, [then])
  return null
}

/** A component that passes its `runEffect` to the test. */
export const handle = () => {
  let runEffect: ReturnType<typeof useRunEffect> | undefined
  const Handle = () => {
    const current = useRunEffect()
    useEffect(() => {
      runEffect = current
    }, [current])
    return null
  }
  const run = async <A, E>(effect: Effect.Effect<A, E, ClientServices | ReadCache>) => {
    await waitFor(() => assert.isDefined(runEffect))
    return runEffect!(effect)
  }
  return { Handle, run }
}
