/** The quick start with Next.js: everything the app needs, in one file. */
import { createLatchkeyNext } from "latchkey/nextjs"

export const { currentUser, LatchkeyHandler, LatchkeyProvider, metadata, proxy, requireUser, withUser } =
  createLatchkeyNext()
