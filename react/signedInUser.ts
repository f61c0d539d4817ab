/** The user of a component that cannot do without one. */
import * as Effect from "effect/Effect"
import { restrictionOf } from "../schemas/entities/RestrictedReason.ts"
import type { User } from "../schemas/entities/User.ts"
import { currentUser as flow } from "../src/flows/account/index.ts"
import { signUpOnce } from "../src/flows/authentication/index.ts"
import { currentUser } from "../src/reads.ts"
import { demanded } from "./demanded.ts"
import { LeftToBrowser } from "./LeftToBrowser.ts"

/** Whether a user counts where anonymous ones do not. */
export const isSomebody = (user: User | null, includeRestricted: boolean): user is User =>
  user !== null && !user.isAnonymous && (includeRestricted || restrictionOf(user) === null)

/** Nobody signs in while a page is rendered there: its fallback is sent, and the browser goes on. */
const notOnServer = (or: "anonymous" | "redirect") =>
  Effect.suspend(() =>
    "window" in globalThis ? Effect.void : Effect.fail(new LeftToBrowser({ part: `useUser({ or: "${or}" })` }))
  )

/** Signs up anonymously; not on a server, whose page could not keep that session. */
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
    (user): user is User => isSomebody(user, includeRestricted),
    Effect.andThen(flow.get({ or: "redirect", includeRestricted }), notOnServer("redirect"))
  )

/** Goes to the sign-in page, with a restricted user to `onboarding`. */
export const orRedirect = redirecting("redirect", false)

/** Goes to the sign-in page; a restricted user will do. */
export const orRedirectRestricted = redirecting("redirect restricted", true)
