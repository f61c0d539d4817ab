/** Log of a project's sent emails. docs/platform.md §15. */
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/responses.ts"
import { SentEmail } from "../entities/SentEmail.ts"

/** Lists the newest 100 emails, delivered or not, newest first. */
export const list = endpoint("admin", "sentEmails.list", "GET /internal/emails", { output: listOf(SentEmail) })
