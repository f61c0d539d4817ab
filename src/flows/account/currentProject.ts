/** Project of the program, with its name and the available sign-in methods. Use `admin.project` to change it. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Platform from "../../../schemas/endpoints/platform.ts"
import { FeatureNotSupported } from "../../errors/index.ts"

export { getCurrent as get } from "../../../schemas/endpoints/projects.ts"

/**
 * Reports to the platform that a feature is missing. Always fails with `FeatureNotSupported`, which contains the
 * platform's response.
 */
export const checkFeatureSupport = Effect.fn("currentProject.checkFeatureSupport")(function*(
  feature: { readonly featureName: string }
) {
  const response = yield* Platform.checkFeatureSupport(feature)
  return yield* new FeatureNotSupported({ ...feature, response: Redacted.make(response) })
})
