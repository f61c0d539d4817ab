/**
 * Writing themes and templates with a model. Nothing of a conversation is kept unless it is saved.
 * docs/protocol.md §26.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as AiChat from "../../schemas/endpoints/aiChat.ts"
import { type AiChatContentPart, AiChatMessage } from "../../schemas/entities/AiChat.ts"

export { save, send } from "../../schemas/endpoints/aiChat.ts"

/** A conversation about a theme or a template. */
export interface Thread {
  /** The id of the theme or template. */
  readonly threadId: string
}

/** What was saved in a thread, oldest first: whatever programs put there. A thread that was never used is empty. */
export const list = Effect.fn("admin.aiChat.list")(function*(thread: Thread) {
  return (yield* AiChat.list(thread)).messages
})

const isMessage = Schema.is(AiChatMessage)

/** What to ask the model. */
export interface Question extends Thread {
  readonly contextType: "email-theme" | "email-template"
  readonly text: string
  /** Tools that the model of later platforms may use, by their names there. Those of 2025 choose by themselves. */
  readonly tools?: ReadonlyArray<string> | undefined
}

/**
 * Goes on with a conversation: asks the model with everything that was saved, then saves the question and the answer.
 * Saved things that are no messages are left out. When the model fails, an `HttpFailure`, nothing is saved.
 *
 * Later platforms are asked by `query`, which took the place of `send`.
 */
export const ask = Effect.fn("admin.aiChat.ask")(function*(question: Question) {
  const { contextType, text, threadId, tools = [] } = question
  const saved = (yield* list({ threadId })).flatMap((each): ReadonlyArray<AiChatMessage> =>
    isMessage(each) ? [{ role: each.role, content: each.content }] : []
  )
  const asked = { role: "user", content: [{ type: "text", text }] } as const
  const messages = [...saved, asked]
  const { content } = yield* AiChat.send({ threadId, contextType, messages }).pipe(
    Effect.catchReason("CallError", "HttpFailure", ({ status }, error) =>
      status === 404 || status === 405
        ? AiChat.query({ quality: "smart", speed: "fast", tools, systemPrompt: prompts[contextType], messages })
        : Effect.fail(error))
  )
  yield* AiChat.save({ threadId, message: asked })
  yield* AiChat.save({ threadId, message: { role: "assistant", content: plain(content) } })
  return content
})

/** What `query` calls the subjects of `send`. */
const prompts = { "email-theme": "email-assistant-theme", "email-template": "email-assistant-template" } as const

/** As JSON has it: without what is absent. */
const plain = (content: ReadonlyArray<AiChatContentPart>): Schema.Json => JSON.parse(JSON.stringify(content))

/** The source that an answer proposes, to preview and save; `undefined` when it proposes none. The last one counts. */
export const proposedSource = (content: ReadonlyArray<AiChatContentPart>): string | undefined =>
  content.flatMap(({ args, type }) => {
    const source = type === "tool-call" && typeof args === "object" && args !== null && "content" in args
      ? args["content"]
      : undefined
    return typeof source === "string" ? [source] : []
  }).at(-1)
