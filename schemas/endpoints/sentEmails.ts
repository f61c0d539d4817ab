/** The log of a project's e-mails. docs/platform.md §15. */
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { SentEmail } from "../entities/SentEmail.ts"

/** The newest 100 e-mails, delivered or not, newest first. */
export const list = endpoint("admin", "sentEmails.list", "GET /internal/emails", { output: listOf(SentEmail) })
