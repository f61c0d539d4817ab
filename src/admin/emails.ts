/** Emails to users, as at server level, and tests of a mail server. docs/platform.md §15. */
export { sendTest } from "../../schemas/endpoints/emails.ts"
export { boostCapacity, getDeliveryInfo, send, sendSignInInvitation } from "../server/emails.ts"
