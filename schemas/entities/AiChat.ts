/** AI conversations about email themes and templates. docs/protocol.md §26. */
import * as Schema from "effect/Schema"
import { Json, openEnum } from "../fields.ts"
import { wire, wireStruct } from "../wireNames.ts"

/** A message to the model. */
export class AiChatMessage extends Schema.Opaque<AiChatMessage>()(wireStruct({
  role: Schema.Literals(["user", "assistant", "tool"]),
  /** A string, or parts in the format of the platform's AI library; the platform forwards it unchecked. */
  content: Json
})) {}

/** A part of the model's response: text (`text`) or a tool call (`tool-call`). */
export class AiChatContentPart extends Schema.Opaque<AiChatContentPart>()(wireStruct({
  type: openEnum("text", "tool-call"),
  /** Present only in a part of type `text`. */
  text: Schema.optionalKey(Schema.String),
  /** Present only in a part of type `tool-call`, like the fields below. */
  toolName: wire("toolName", Schema.optionalKey(openEnum("createEmailTheme", "createEmailTemplate"))),
  toolCallId: wire("toolCallId", Schema.optionalKey(Schema.String)),
  /** Arguments of the tool call. Both email tools have `{ content }`, the new TSX source. */
  args: Schema.optionalKey(Json),
  /** `args` as the model returned it. */
  argsText: wire("argsText", Schema.optionalKey(Schema.String)),
  result: Schema.optionalKey(Json)
})) {}
