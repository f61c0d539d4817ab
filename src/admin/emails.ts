/** Mails to users, as a back end sends them, and trying a mail server out. docs/platform.md §15. */
export { sendTest } from "../../schemas/endpoints/emails.ts"
export { boostCapacity, getDeliveryInfo, send, sendSignInInvitation } from "../server/emails.ts"
