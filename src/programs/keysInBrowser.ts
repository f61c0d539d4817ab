/** Keeps server keys out of browsers, where everyone who opens the page can read them. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { inBrowser, Project } from "../../layers/call/index.ts"
import { InvalidConfiguration } from "../../schemas/errors/CallError.ts"

/** Options for pages that only trusted people open. */
export interface BrowserOptions {
  /**
   * Whether to allow a secret server key or super secret admin key in a browser: for internal tools, desktop apps or
   * tests. Everyone who opens the page can read the key and use all of its rights.
   *
   * @default false: the layer fails with `InvalidConfiguration` in a browser
   */
  readonly allowServerKeysInBrowser?: boolean | undefined
}

/** Rejects a project with a server or admin key in a browser. */
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
        problem: "is in a browser, where everyone who opens the page can read it",
        next: "Move these calls to a back end and revoke the key if the page was public. "
          + "If only trusted people open the page, set allowServerKeysInBrowser: true."
      })
    )
}
