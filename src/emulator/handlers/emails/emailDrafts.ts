/** Drafts of emails. docs/platform.md §15.3. */
import * as Effect from "effect/Effect"
import * as EmailDrafts from "../../../../schemas/endpoints/emailDrafts.ts"
import { type ApiRequest, handle, schemaError } from "../../request/index.ts"
import { type EmailDraft, type Project, Refusal, starterDraft } from "../../state/index.ts"

const draftIn = (project: Project, id: string): Effect.Effect<EmailDraft, Refusal> =>
  Effect.suspend(() => {
    const draft = project.emailDrafts.get(id)
    return draft === undefined ? Refusal.fail(404, "There is no such draft") : Effect.succeed(draft)
  })

const view = ({ displayName, id, sentAt, themeId, tsxSource }: EmailDraft) => ({
  id,
  displayName,
  tsxSource,
  ...(themeId === null ? {} : { themeId }),
  sentAt: sentAt === null ? null : new Date(sentAt)
})

/** Rejects `null` as a theme. Requests without a theme omit the field. */
const checkTheme = ({ spec }: ApiRequest, themeId: string | false | null | undefined) =>
  themeId === null
    ? Effect.fail(schemaError(spec, [{ path: "body.theme_id", problem: "expected an id or false" }]))
    : Effect.void

const ok = { ok: "ok" } as const

/** Handlers for `/internal/email-drafts`. */
export const handlers = handle(EmailDrafts, {
  list: (_, { project }) =>
    Effect.sync(() => ({
      drafts: [...project.emailDrafts.values()].reverse().sort((a, b) => b.updatedAt - a.updatedAt).map(view)
    })),

  create: ({ displayName, themeId, tsxSource = starterDraft }, request) =>
    Effect.map(checkTheme(request, themeId), () => {
      const { platform, project } = request
      const id = crypto.randomUUID()
      const updatedAt = platform.now()
      project.emailDrafts.set(id, { id, displayName, tsxSource, themeId: themeId ?? null, updatedAt, sentAt: null })
      return { id }
    }),

  get: ({ id }, { project }) => Effect.map(draftIn(project, id), view),

  update: ({ id, displayName, sentAt, themeId, tsxSource }, request) =>
    Effect.gen(function*() {
      const { platform, project, spec } = request
      yield* checkTheme(request, themeId)
      if (sentAt !== undefined) {
        return yield* Effect.fail(schemaError(spec, [{ path: "body.sent_at_millis", problem: "unknown field" }]))
      }
      const draft = project.emailDrafts.get(id)
      if (draft === undefined) return yield* Refusal.fail(500, "The draft to change was not found")
      if (displayName !== undefined) draft.displayName = displayName
      if (tsxSource !== undefined) draft.tsxSource = tsxSource
      draft.themeId = themeId ?? null
      draft.updatedAt = platform.now()
      return ok
    }),

  delete: ({ id }, { project }) =>
    Effect.map(draftIn(project, id), () => {
      project.emailDrafts.delete(id)
      return ok
    })
})
