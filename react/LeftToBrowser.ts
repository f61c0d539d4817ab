/** What a server that renders a page throws where only the browser can go on. */
import { TaggedError } from "../schemas/TaggedError.ts"

/**
 * This part of the page is for the browser: who is signed in is known there only, or somebody has to sign in first. The
 * server sends the fallback of the nearest `Suspense`, and the browser renders what belongs there. Nothing is wrong.
 *
 * @cause A component reads the signed-in user, and the server was not handed one.
 * @fix Put a `Suspense` with a fallback around the component.
 * @fix Hand the provider `initial`, or take the provider of `latchkey/nextjs`: then the server renders it.
 */
export class LeftToBrowser extends TaggedError("LeftToBrowser")<{
  /** What was to be rendered. */
  readonly part: string
}> {
  /** By which Next.js knows it, and reports nothing. */
  readonly digest = "BAILOUT_TO_CLIENT_SIDE_RENDERING"

  override get message(): string {
    return `The server leaves ${this.part} to the browser, which knows who is signed in. The fallback is sent meanwhile; `
      + "hand the provider `initial` to render it on the server."
  }
}
