import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The redirect target is malformed, or is on another origin that isn't listed in `trustedOrigins`. The redirect was not
 * started. docs/protocol.md §23.3.
 *
 * @cause A link contains `after_auth_return_to` with another site's URL, possibly to redirect people to a malicious
 * site.
 * @cause Your sites have several origins, and the program lists only its own.
 * @fix Use a path of the site, such as `/dashboard`. List your other origins in `trustedOrigins`.
 */
export class RedirectNotTrusted extends TaggedError("RedirectNotTrusted")<{
  /** Scheme and host of the target, for the developer, or `undefined` if it is malformed. Never contains the query. */
  readonly target: string | undefined
}> {
  override get message(): string {
    return "Redirect URL is not trusted; should be relative"
  }
}
