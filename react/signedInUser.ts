/** Reads for components that require a user. */
import * as Effect from "effect/Effect"
import { countsAsSignedIn } from "../schemas/entities/restriction.ts"
import type { User } from "../schemas/entities/User.ts"
import { getCurrentUser } from "../src/flows/account/index.ts"
import { signUpOnce } from "../src/flows/authentication/index.ts"
import { currentUser } from "../src/reads.ts"
import { DeferredToBrowser } from "./DeferredToBrowser.ts"
import { demanded } from "./demanded.ts"

/** Leaves the component to the browser during a server render, because a server can't sign a user in. */
const notOnServer = (or: "anonymous" | "redirect") =>
  Effect.suspend(() =>
    "window" in globalThis ? Effect.void : Effect.fail(new DeferredToBrowser({ part: `useUser({ or: "${or}" })` }))
  )

/** Signs up an anonymous user. Never runs on a server, which could not keep the session. */
export const orAnonymous = demanded(
  "anonymous",
  currentUser,
  (user): user is User => user !== null,
  Effect.andThen(notOnServer("anonymous"), signUpOnce)
)

const redirecting = (name: string, includeRestricted: boolean) =>
  demanded(
    name,
    currentUser,
    (user): user is User => countsAsSignedIn(user, includeRestricted),
    Effect.andThen(getCurrentUser({ or: "redirect", includeRestricted }), notOnServer("redirect"))
  )

/** Goes to the sign-in page, or, if the user is restricted, to `onboarding`. */
export const orRedirect = redirecting("redirect", false)

/** Goes to the sign-in page. Restricted users are accepted. */
export const orRedirectRestricted = redirecting("redirect restricted", true)
