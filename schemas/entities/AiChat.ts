/** Conversations about e-mail themes and templates with a model. docs/protocol.md §26. */
import * as Schema from "effect/Schema"
import { Json, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** A message to the model. */
export class AiChatMessage extends Schema.Opaque<AiChatMessage>()(wireStruct({
  role: Schema.Literals(["user", "assistant", "tool"]),
  /** A text, or parts in the model library's own format; the platform passes it on unread. */
  content: Json
})) {}

/** A part of the model's answer: what it says (`text`), or a tool it used (`tool-call`). */
export class AiChatContentPart extends Schema.Opaque<AiChatContentPart>()(wireStruct({
  type: openEnum("text", "tool-call"),
  /** With `text`. */
  text: Schema.optionalKey(Schema.String),
  /** With `tool-call`, as are the fields below. */
  toolName: wire("toolName", Schema.optionalKey(openEnum("createEmailTheme", "createEmailTemplate"))),
  toolCallId: wire("toolCallId", Schema.optionalKey(Schema.String)),
  /** For the two e-mail tools `{ content }`: the new TSX source. */
  args: Schema.optionalKey(Json),
  /** `args` as the model wrote it. */
  argsText: wire("argsText", Schema.optionalKey(Schema.String)),
  result: Schema.optionalKey(Json)
})) {}
