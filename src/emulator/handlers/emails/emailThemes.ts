/** Themes of a project's emails. docs/platform.md §15. */
import * as Effect from "effect/Effect"
import * as EmailThemes from "../../../../schemas/endpoints/emailThemes.ts"
import { emails } from "../../mail/index.ts"
import { configLayers } from "../../model/index.ts"
import { handle } from "../../request/index.ts"
import { lightTheme, Refusal, sampleTemplate } from "../../state/index.ts"

/** Handlers for `/internal/email-themes`. */
export const handlers = handle(EmailThemes, {
  list: (_, { platform, project }) =>
    Effect.sync(() => ({
      themes: configLayers.shownThemes(platform, project).map(({ displayName, id }) => ({ id, displayName }))
    })),

  create: ({ displayName }, { project }) =>
    Effect.sync(() => {
      const id = crypto.randomUUID()
      configLayers.write(project, { [`emails.themes.${id}`]: { displayName, tsxSource: lightTheme } })
      return { id }
    }),

  get: ({ id }, { platform, project }) =>
    Effect.map(emails.themeIn(project, id, 404), ({ displayName, tsxSource }) => ({
      ...(platform.rules.laterResponseFields && { id }),
      displayName,
      tsxSource
    })),

  update: ({ id, tsxSource }, { project }) =>
    Effect.gen(function*() {
      const theme = yield* emails.themeIn(project, id, 404)
      yield* emails.preview(project, sampleTemplate, tsxSource)
      configLayers.write(project, { [`emails.themes.${id}.tsxSource`]: tsxSource })
      return { displayName: theme.displayName }
    }),

  delete: () => Refusal.fail(405, "")
})
