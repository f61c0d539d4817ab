/** Saved AI conversations of project owners. Later revisions of the platform only. */
import * as Schema from "effect/Schema"
import { Json } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** The role of a saved message. */
export const AiConversationRole = Schema.Literals(["user", "assistant"])

const conversation = { id: Schema.String, title: Schema.String, projectId: wire("projectId", Schema.String) }

/** A saved conversation without its messages. */
export class AiConversationSummary extends Schema.Opaque<AiConversationSummary>()(wireStruct({
  ...conversation,
  updatedAt: wire("updatedAt", Schema.DateFromString)
})) {}

/** A saved conversation with its messages in order. */
export class AiConversation extends Schema.Opaque<AiConversation>()(wireStruct({
  ...conversation,
  messages: Schema.Array(wireStruct({
    id: Schema.String,
    role: AiConversationRole,
    /** A string, or parts in the format of the platform's AI library, as saved. */
    content: Json
  }))
})) {}
