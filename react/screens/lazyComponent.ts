/** Components whose code loads on first render. */
import { type ComponentType, lazy } from "react"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The code of a screen failed to load: the network is down, or the site has a new version. Browsers cache the failure
 * until the page is reloaded.
 *
 * @cause The network is down.
 * @cause A new deployment of the site deleted the old files.
 * @fix Reload the page. Keep the previous version's files for a while after each deployment.
 */
export class CodeNotLoaded extends TaggedError("CodeNotLoaded")<{ readonly cause: unknown }> {
  override get message(): string {
    return `A screen's code could not be loaded: ${this.cause}. Check the network, then reload the page.`
  }
}

/** Returns a component that loads its code on first render, like React's `lazy` without a default export. */
export const lazyComponent = <Component extends ComponentType<any>>(load: () => Promise<Component>) =>
  lazy(() =>
    load().then((component) => ({ default: component }), (cause) => {
      throw new CodeNotLoaded({ cause })
    })
  )
