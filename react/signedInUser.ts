/** The user of a component that cannot do without one. */
import * as Effect from "effect/Effect"
import type { User } from "../schemas/entities/User.ts"
import { NotSignedIn } from "../src/errors/index.ts"
import { currentUser as flow } from "../src/flows/account/index.ts"
import { signUpOnce } from "../src/flows/authentication/index.ts"
import { currentUser } from "../src/reads.ts"
import { demanded } from "./demanded.ts"

/** Nobody signs in while a page is rendered there: its fallback is sent, and the browser goes on. */
const notOnServer = Effect.suspend(() => "window" in globalThis ? Effect.void : Effect.fail(new NotSignedIn()))

/** Signs up anonymously; not on a server, whose page could not keep that session. */
export const orAnonymous = demanded(
  "anonymous",
  currentUser,
  (user): user is User => user !== null,
  Effect.andThen(notOnServer, signUpOnce)
)

/** Goes to the sign-in page. */
export const orRedirect = demanded(
  "redirect",
  currentUser,
  (user): user is User => user !== null && !user.isAnonymous,
  Effect.andThen(flow.get({ or: "redirect" }), notOnServer)
)
