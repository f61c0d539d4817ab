/** Components on a page as people see it. Whatever React says on the console fails the test. */
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

// events come as in a browser: `act` would complain of what is still on its way
configure({ asyncUtilTimeout: 20_000, eventWrapper: (dispatch) => dispatch() })

let complaints: Array<unknown>

const mounted: Array<() => void> = []

/** What `jsdomPage.ts` does around each test. */
export const around = {
  before: () => {
    complaints = []
    for (const level of ["error", "warn"] as const) {
      vi.spyOn(console, level).mockImplementation((...said) => void complaints.push(said))
    }
  },
  after: () => {
    for (const unmount of mounted.splice(0)) unmount()
    vi.restoreAllMocks()
    const known = (said: unknown) => [oneProcess, noLayout, caught].some((words) => String(said).includes(words))
    assert.deepStrictEqual(complaints.filter((said) => !known(said)), [])
  }
}

/** React reports what a boundary caught to the console; that is no complaint of a test. */
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
  rest?: Omit<LatchkeyProviderProps, "project" | "layer">
) => (
  <StrictMode>
    <LatchkeyProvider {...rest} layer={layer}>{children}</LatchkeyProvider>
  </StrictMode>
)

/** As in a browser: no `act`, which would hold back what suspends. */
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

/** Server and browser are one process here: what runs on the server sees a page, which React 18 complains of. */
const noLayout = "useLayoutEffect does nothing on the server"

/** And React takes them for two renderers in one page. */
const oneProcess = "Detected multiple renderers concurrently rendering the same context provider"

/** The server's page comes alive. */
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

/** What people see: React keeps hidden what waits again. */
export const text = () =>
  [...document.querySelectorAll("body > div")].flatMap((root) => [...root.childNodes])
    .filter((node) =>
      node.nodeType !== Node.COMMENT_NODE && !(node instanceof HTMLElement && node.style.display === "none")
    )
    .map((node) => node.textContent).join("")

/** Waits until that, and nothing else, is on the page, and the effects have run that come after it. */
export const shows = async (expected: string): Promise<void> => {
  await waitFor(() => assert.strictEqual(text(), expected))
  await effectsRan()
}

/** Waits for the effects of what is shown: React runs them before it renders anything else. */
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

/** Hands a component's `runEffect` to the test. */
export const handle = () => {
  let runEffect: ReturnType<typeof useRunEffect> | undefined
  const Handle = () => {
    const mine = useRunEffect()
    useEffect(() => {
      runEffect = mine
    }, [mine])
    return null
  }
  const run = async <A, E>(effect: Effect.Effect<A, E, ClientServices | ReadCache>) => {
    await waitFor(() => assert.isDefined(runEffect))
    return runEffect!(effect)
  }
  return { Handle, run }
}
