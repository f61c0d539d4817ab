/**
 * The predefined reads of a user's data, for `ReadCache` or the hooks of `latchkey/react`. When signed out, lists are
 * empty, without a request.
 */
export {
  cached,
  changes,
  every,
  get,
  invalidate,
  optimistically,
  over,
  read,
  refresh,
  session,
  set,
  untilShown,
  update
} from "../layers/reads/Reads.ts"
export {
  connectedAccount,
  contactChannels,
  isImpersonated,
  notificationPreferences,
  permissions,
  sessions,
  teamApiKeys,
  teams,
  userApiKeys
} from "./accountReads.ts"
export { currentUser, initial, project } from "./currentReads.ts"
