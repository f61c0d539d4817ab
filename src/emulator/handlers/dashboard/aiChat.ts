/**
 * Conversations about email themes and templates. The emulator has no AI model: every question gets the same scripted
 * response, which has the format of a real response and proposes the unchanged source.
 */
import * as Effect from "effect/Effect"
import * as AiChat from "../../../../schemas/endpoints/aiChat.ts"
import { handle } from "../../request/index.ts"
import { type Project, Refusal } from "../../state/index.ts"

const words = "This is the emulator's scripted response: the source is unchanged."

const sourceIn = (project: Project, contextType: "email-theme" | "email-template", id: string): string | undefined =>
  (contextType === "email-theme" ? project.emailThemes : project.emailTemplates).get(id)?.tsxSource

const maxImages = 3

const maxImageBytes = 3 * 1024 * 1024

/** Returns the images of a message's content. */
const imagesIn = (content: unknown): ReadonlyArray<string> =>
  !Array.isArray(content) ?
    [] :
    content.flatMap((part: { readonly type?: unknown; readonly image?: unknown } | null) =>
      part?.type === "image" ? [typeof part.image === "string" ? part.image : ""] : []
    )

/** Returns the decoded size of an image in base64, with or without the prefix of a data URL. */
const bytesOf = (image: string): number => (image.length - image.indexOf(",") - 1) * 3 / 4

/** Handlers for `/internal/ai-chat` and `/ai/query`. */
export const handlers = handle(AiChat, {
  send: ({ contextType, threadId }, { project }) =>
    Effect.suspend(() => {
      const content = sourceIn(project, contextType, threadId)
      if (content === undefined) {
        return Refusal.fail(500, "The thread has no theme or template")
      }
      const args = { content }
      return Effect.succeed({
        content: [
          { type: "text", text: words },
          {
            type: "tool-call",
            toolName: contextType === "email-theme" ? "createEmailTheme" : "createEmailTemplate",
            toolCallId: `call_${crypto.randomUUID().replaceAll("-", "")}`,
            args,
            argsText: JSON.stringify(args),
            result: "success"
          }
        ]
      })
    }),

  save: ({ message, threadId }, { project }) =>
    Effect.sync(() => {
      const messages = project.chats.get(threadId)
      if (messages === undefined) project.chats.set(threadId, [message])
      else messages.push(message)
      return {}
    }),

  list: ({ threadId }, { project }) => Effect.sync(() => ({ messages: [...project.chats.get(threadId) ?? []] })),

  query: ({ mcpCallMetadata, messages, projectId }, { platform, project, user }) =>
    Effect.suspend(() => {
      const subject = typeof projectId === "string" ? platform.store.projects.get(projectId) : undefined
      const owns = project.id === "internal" && typeof subject?.ownerTeamId === "string"
        && user?.teamIds.includes(subject.ownerTeamId) === true
      if (typeof projectId === "string" && !owns) {
        return Refusal.fail(403, "Only an owner of the project can send questions about it")
      }
      if (messages.some(({ content }) => imagesIn(content).length > maxImages)) {
        return Refusal.fail(400, `A message can have at most ${maxImages} images`)
      }
      if (messages.some(({ content }) => imagesIn(content).some((image) => bytesOf(image) > maxImageBytes))) {
        return Refusal.fail(400, "An image can have at most 3 MiB")
      }
      return Effect.succeed({
        content: [{ type: "text", text: words }],
        finalText: words,
        ...(mcpCallMetadata ? { conversationId: mcpCallMetadata.conversationId ?? crypto.randomUUID() } : {})
      })
    })
})
