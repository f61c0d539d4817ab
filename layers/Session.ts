/** The session of the program's user, and its layers. */
export {
  layer,
  layerRefreshAhead,
  make,
  type NewTokens,
  Session,
  type SessionState,
  type UsableTokens
} from "./session/Session.ts"
