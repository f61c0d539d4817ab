/** All of Latchkey that this app uses. Project and key come from the environment. */
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
