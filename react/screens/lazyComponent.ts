/** Code that comes when it is shown. */
import { type ComponentType, lazy } from "react"
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The code of a screen did not come: the network is gone, or the site has a new version. Browsers remember that, and
 * ask again when the page is loaded again.
 *
 * @cause The network is gone.
 * @cause The site was deployed anew, and its old files were deleted.
 * @fix Reload the page. Keep the files of the version before for a while when you deploy.
 */
export class CodeNotLoaded extends TaggedError("CodeNotLoaded")<{ readonly cause: unknown }> {
  override get message(): string {
    return `A screen's code could not be loaded: ${this.cause}. Check the network, then reload the page.`
  }
}

/** React's `lazy` for a component itself. */
export const lazyComponent = <Component extends ComponentType<any>>(load: () => Promise<Component>) =>
  lazy(() =>
    load().then((component) => ({ default: component }), (cause) => {
      throw new CodeNotLoaded({ cause })
    })
  )
