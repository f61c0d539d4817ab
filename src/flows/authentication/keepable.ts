/** First step of every interactive sign-in. */
import { Session } from "../../../layers/session/index.ts"

/** Fails before anything is sent if the session can't be stored. */
export const keepable = Session.use((session) => session.keepable)
