/**
 * Drafts of emails. `emails.send` with a `draftId` sends a draft. Later revisions of the platform only.
 *
 * To select the project's theme, requests omit the theme, because the platform rejects `null`. docs/decisions.md §23.
 */
import * as Effect from "effect/Effect"
import * as EmailDrafts from "../../schemas/endpoints/emailDrafts.ts"

export { delete, get } from "../../schemas/endpoints/emailDrafts.ts"

/** Returns the project's drafts with their sources, most recently changed first. */
export const list = Effect.fn("admin.emailDrafts.list")(function*() {
  return (yield* EmailDrafts.list()).drafts
})

/** A new draft. */
export interface NewDraft {
  readonly displayName: string
  /** @default a short sample */
  readonly tsxSource?: string | undefined
  /** `false` for no theme, `null` for the project's theme. @default the project's theme */
  readonly themeId?: string | false | null | undefined
}

/** Creates a draft. To send it, pass its id to `emails.send` as `draftId`. */
export const create = Effect.fn("admin.emailDrafts.create")(function*({ themeId, ...draft }: NewDraft) {
  return yield* EmailDrafts.create({ ...draft, themeId: themeId ?? undefined })
})

/** Changes of a draft. Omitted fields keep their value. */
export interface DraftChanges {
  readonly id: string
  readonly displayName?: string | undefined
  readonly tsxSource?: string | undefined
  /** `false` for no theme, `null` for the project's theme. @default the current theme */
  readonly themeId?: string | false | null | undefined
}

/**
 * Changes a draft. An update without a theme would reset the theme, so the current one is read first. An unknown draft
 * fails with `HttpFailure` (404).
 */
export const save = Effect.fn("admin.emailDrafts.save")(function*({ id, themeId, ...changes }: DraftChanges) {
  const theme = themeId === undefined ? (yield* EmailDrafts.get({ id })).themeId : themeId ?? undefined
  yield* EmailDrafts.update({ id, ...changes, themeId: theme })
})
