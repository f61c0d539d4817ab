/** Everything that this app uses of Latchkey. The project and its key come from the environment. */
import { createLatchkeyNext } from "latchkey/nextjs"

export const {
  authenticator,
  currentUser,
  LatchkeyHandler,
  LatchkeyProvider,
  metadata,
  proxy,
  requireUser,
  withUser
} = createLatchkeyNext()
