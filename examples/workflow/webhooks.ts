/** Welcomes each new user once, however often the platform delivers the event. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import * as Workflow from "effect/workflow/Workflow"
import { webhook } from "latchkey/http-api"
import { mail } from "./mail.ts"
import { Failure } from "./step.ts"

// #region workflow
/** The work for an event. The event's id, `webhook-id`, is the same in every delivery. */
export class UserCreated extends Workflow.make("UserCreated", {
  payload: { id: Schema.String, userId: Schema.String },
  idempotencyKey: ({ id }) => id,
  error: Failure
}) {}

export const userCreated = UserCreated.toLayer(Effect.fn(function*({ id, userId }) {
  yield* mail("tips", { userId, subject: "Five tips for the first week", key: id })
  yield* Effect.logInfo(`handled ${id}`)
}))
// #endregion

// #region receive
/**
 * Confirms a delivery once the engine has stored it. If a runner is killed before that, the event is delivered again.
 */
export const receive = (secret: string) =>
  HttpRouter.add(
    "POST",
    "/webhooks",
    webhook(secret).pipe(
      Effect.tap(({ event, id }) =>
        event.type === "user.created"
          ? UserCreated.execute({ id, userId: event.data.id }, { discard: true })
          : Effect.void
      ),
      Effect.as(HttpServerResponse.empty({ status: 204 })),
      Effect.catchTag("WebhookRejected", ({ message }) =>
        Effect.succeed(HttpServerResponse.text(message, { status: 400 }))),
      Effect.orDie
    )
  )
// #endregion
