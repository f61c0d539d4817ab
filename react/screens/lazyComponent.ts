/** Components whose code loads on first render. */
import { type ComponentType, lazy } from "react"
import { CodeNotLoaded } from "../../src/errors/index.ts"

/** Returns a component that loads its code on first render, like React's `lazy` without a default export. */
export const lazyComponent = <Component extends ComponentType<any>>(load: () => Promise<Component>) =>
  lazy(() =>
    load().then((component) => ({ default: component }), (cause) => {
      throw new CodeNotLoaded({ cause })
    })
  )
