/** The project a program belongs to: its name, and the ways to sign in it offers. Changing it is `admin.project`. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Platform from "../../../schemas/endpoints/platform.ts"
import { FeatureNotSupported } from "../../errors/index.ts"

export { getCurrent as get } from "../../../schemas/endpoints/projects.ts"

/**
 * Reports to the platform that a feature is missed. Always fails: with `FeatureNotSupported`, which has the platform's
 * answer.
 */
export const checkFeatureSupport = Effect.fn("currentProject.checkFeatureSupport")(function*(
  feature: { readonly featureName: string }
) {
  const answer = yield* Platform.checkFeatureSupport(feature)
  return yield* new FeatureNotSupported({ ...feature, answer: Redacted.make(answer) })
})
