import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * A redirect leads away from the site, to an origin that the program does not list in `trustedOrigins`; or it is no
 * URL. Nobody was sent there. docs/protocol.md §23.3.
 *
 * @cause A link carries `after_auth_return_to` with a foreign address: somebody may have made it to lead people away.
 * @cause Your sites have several origins, and the program lists only its own.
 * @fix Give a path of the site, such as `/dashboard`. List origins of your own in `trustedOrigins`.
 */
export class RedirectNotTrusted extends TaggedError("RedirectNotTrusted")<{
  /** Scheme and host it leads to, for the developer; `undefined` when that cannot be told. Never the query. */
  readonly target: string | undefined
}> {
  override get message(): string {
    return "Redirect URL is not trusted; should be relative"
  }
}
