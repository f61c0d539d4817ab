/** Which revision of the platform answers, and what of the set-up does not fit it. docs/platform.md §19. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { layerAdmin } from "../../../layers/access/index.ts"
import type { Project } from "../../../layers/call/index.ts"
import * as Platform from "../../../schemas/endpoints/platform.ts"
import * as ProjectConfig from "../../../schemas/endpoints/projectConfig.ts"
import { Client } from "../../programs/index.ts"
import { bad, doubtful, good, open } from "./finding.ts"

/** Public keys, with those of anonymous users: restricted users have keys of their own since 2026-04. */
const revisions: { readonly [keys: number]: string } = { 4: "2025-08", 6: "2026-04 or later" }

const Verifying = Schema.fromJsonString(
  Schema.Struct({ onboarding: Schema.Struct({ requireEmailVerification: Schema.Literal(true) }) })
)

/** Whether people without a verified address are restricted; no, where nobody may ask. */
const requiresVerification = (mayAsk: boolean) =>
  mayAsk
    ? Effect.provide(ProjectConfig.get(), layerAdmin).pipe(
      Effect.map(({ configString }) =>
        Option.isSome(Schema.decodeUnknownOption(Verifying)(Redacted.value(configString)))
      ),
      Effect.orElseSucceed(() => false)
    )
    : Effect.succeed(false)

/** The revision. `isAdmin`: the platform took the admin key. */
export const revision = (project: Project["Service"], isAdmin: boolean) =>
  Effect.gen(function*() {
    const keys = Platform.getJwks({ projectId: project.id, includeAnonymous: true })
    const asked = yield* Effect.option(Effect.provide(keys, Client.layerNoProject()))
    const found = Option.isSome(asked) ? revisions[asked.value.keys.length] : undefined
    if (found === undefined) return open("Revision", "cannot be told by the project's public keys")
    if (found === "2025-08") {
      return project.publishableClientKey === undefined
        ? bad(
          "Revision",
          `${found}, which refuses clients without a publishable key`,
          "Set NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY to the key of the project's settings."
        )
        : good("Revision", found)
    }
    return (yield* requiresVerification(isAdmin))
      ? doubtful(
        "Revision",
        `${found}, and the project restricts people whose address is not verified`,
        "Give them the page onboarding: they are nobody to currentUser.get() until they have verified it."
      )
      : good("Revision", found)
  })
