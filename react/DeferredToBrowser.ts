/** Error that a server render throws for parts that only the browser can render. */
import { TaggedError } from "../schemas/TaggedError.ts"

/**
 * A component that only the browser can render: it reads the signed-in user, or it redirects to sign-in. The server
 * sends the fallback of the nearest `Suspense`, and the browser renders the component. No action is needed.
 *
 * @cause A component reads the signed-in user, and the server has no initial value for it.
 * @fix Put a `Suspense` with a fallback around the component.
 * @fix Pass `initial` to the provider, or use the provider of `latchkey/nextjs`: then the server renders the component.
 */
export class DeferredToBrowser extends TaggedError("DeferredToBrowser")<{
  /** Name of the component or read that is left to the browser. */
  readonly part: string
}> {
  /** Digest that Next.js treats as an intended switch to the browser, so that it doesn't report the error. */
  readonly digest = "BAILOUT_TO_CLIENT_SIDE_RENDERING"

  override get message(): string {
    return `The server leaves ${this.part} to the browser, which knows the signed-in user, and sends the fallback. `
      + "Pass `initial` to the provider to render it on the server."
  }
}
