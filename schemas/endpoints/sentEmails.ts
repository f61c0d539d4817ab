/** The log of a project's e-mails. Specification §7 "Admin calls", platform rules §15. */
import { endpoint } from "../Endpoint.ts"
import { listOf } from "../entities/answers.ts"
import { SentEmail } from "../entities/SentEmail.ts"

/** The newest 100 e-mails, delivered or not, newest first. */
export const list = endpoint("admin", "sentEmails.list", "GET /internal/emails", { output: listOf(SentEmail) })
