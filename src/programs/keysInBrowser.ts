/** The keys of a back end do not belong in a page, where everybody can read them. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inBrowser, Project } from "../../layers/call/index.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** For pages that only trusted people open. */
export interface BrowserOptions {
  /**
   * Lets a secret server key or super secret admin key into a page: of an internal tool, a desktop app or a test. Whoever
   * opens the page can read the key, and do whatever it allows.
   *
   * @default false: `InvalidConfiguration` in a browser
   */
  readonly allowServerKeysInBrowser?: boolean | undefined
}

/** The project, unless that gives a back end's key to a browser. */
export const guarded = (
  project: Layer.Layer<Project, InvalidConfiguration>,
  { allowServerKeysInBrowser }: BrowserOptions
): Layer.Layer<Project, InvalidConfiguration> =>
  allowServerKeysInBrowser === true
    ? project
    : Layer.provide(Layer.effect(Project, Effect.flatMap(Project, refusingKeys)), project)

const refusingKeys = (project: Project["Service"]): Effect.Effect<Project["Service"], InvalidConfiguration> => {
  const setting = (["superSecretAdminKey", "secretServerKey"] as const).find((key) => project[key] !== undefined)
  return setting === undefined || !inBrowser()
    ? Effect.succeed(project)
    : Effect.fail(
      new InvalidConfiguration({
        setting,
        problem: "is in a browser, where everybody who opens the page can read it",
        next: "Move these calls to a back end and revoke the key if the page was public. "
          + "Where only trusted people open the page, set allowServerKeysInBrowser: true."
      })
    )
}
