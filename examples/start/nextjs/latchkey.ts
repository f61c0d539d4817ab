/** The quick start with Next.js: all that the app needs, from one file. */
import { createLatchkeyNext } from "latchkey/nextjs"

export const { currentUser, LatchkeyHandler, LatchkeyProvider, metadata, proxy, requireUser, withUser } =
  createLatchkeyNext()
