import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The code of a screen or of a flow failed to load: the network is down, or the site has a new version. Nothing was sent.
 * Some browsers cache the failure until the page is reloaded.
 *
 * @cause The network is down.
 * @cause A new deployment of the site deleted the old files.
 * @fix Reload the page. Keep the previous version's files for a while after each deployment.
 */
export class CodeNotLoaded extends TaggedError("CodeNotLoaded")<{
  /** The error of `import()`. */
  readonly cause: unknown
}> {
  override get message(): string {
    return `A part of this app could not be loaded: ${this.cause}. Check the network, then reload the page.`
  }
}
