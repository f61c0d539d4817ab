/**
 * Feedback for the operator of the platform. The email is in the outbox of the project that sends the feedback, or of
 * project `internal`. docs/platform.md §17.
 */
import * as Effect from "effect/Effect"
import * as Feedback from "../../../../schemas/endpoints/feedback.ts"
import { mail } from "../../mail/index.ts"
import { handle } from "../../request/index.ts"
import { success } from "../../state/index.ts"

const support = "support@latchkey.localhost"

/** Handlers for `/internal/feedback`. */
export const handlers = handle(Feedback, {
  send: ({ email, feedbackType = "feedback", message, name }, { authentication, platform }) =>
    Effect.sync(() => {
      const sender = name === undefined ? email : `${name} <${email}>`
      const project = authentication?.project ?? platform.store.projects.get("internal")!
      mail.send(platform, project, {
        to: support,
        kind: "feedback",
        subject: `${feedbackType === "bug" ? "Bug report" : "Feedback"} from ${sender}`,
        text: message,
        html: `<p>${message.replace(/[&<>]/g, (char) => `&#${char.charCodeAt(0)};`)}</p>`
      })
      return success
    })
})
