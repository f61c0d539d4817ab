/** The address that a link in a mail leads to. Wire protocol §23 "Callback-URL construction". */
import * as Effect from "effect/Effect"
import { Navigation } from "../layers/Navigation.ts"
import { CallError, InvalidInput } from "../schemas/errors/CallError.ts"

/** The pages that mails link to, by the route's default path. Specification §2. */
const paths = {
  emailVerification: "/handler/email-verification",
  passwordReset: "/handler/password-reset",
  magicLinkCallback: "/handler/magic-link-callback",
  teamInvitation: "/handler/team-invitation"
} as const

/**
 * The given address, or the route's on the page people are on, with `after_auth_return_to` carried along. Outside a
 * browser there is no such page: give the address.
 */
export const callbackUrl = (
  endpoint: string,
  route: keyof typeof paths,
  given: string | undefined
): Effect.Effect<string, CallError> => {
  if (given !== undefined) return Effect.succeed(given)
  return Effect.flatMap(Navigation, ({ here }) => {
    const page = here()
    if (page === undefined) {
      return Effect.fail(
        new CallError({
          endpoint,
          reason: new InvalidInput({
            issues: [{ path: "callbackUrl", problem: "Expected the address of a page of yours; there is no browser" }]
          })
        })
      )
    }
    const url = new URL(paths[route], page)
    const returnTo = page.searchParams.get("after_auth_return_to")
    if (returnTo !== null) url.searchParams.set("after_auth_return_to", returnTo)
    return Effect.succeed(url.href)
  })
}
