/** All functions and components of Latchkey that this app uses. The project and its key come from the environment. */
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
