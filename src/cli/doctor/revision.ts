/** Detects the revision of the platform, and settings that conflict with it. docs/platform.md §19. */
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

/** Revisions by their number of public keys. Since 2026-04, restricted users have separate keys. */
const revisions: { readonly [keys: number]: string } = { 4: "2025-08", 6: "2026-04 or later" }

const Verifying = Schema.fromJsonString(
  Schema.Struct({ onboarding: Schema.Struct({ requireEmailVerification: Schema.Literal(true) }) })
)

/** Whether users without a verified email address are restricted; `false` without an admin key. */
const requiresVerification = (isAdmin: boolean) =>
  isAdmin
    ? Effect.provide(ProjectConfig.get(), layerAdmin()).pipe(
      Effect.map(({ configString }) =>
        Option.isSome(Schema.decodeUnknownOption(Verifying)(Redacted.value(configString)))
      ),
      Effect.orElseSucceed(() => false)
    )
    : Effect.succeed(false)

/** Checks the revision. `isAdmin` states whether the server accepted the admin key. */
export const revision = (project: Project["Service"], isAdmin: boolean) =>
  Effect.gen(function*() {
    const keys = Platform.getJwks({ projectId: project.id, includeAnonymous: true })
    const result = yield* Effect.option(Effect.provide(keys, Client.layerNoProject()))
    const found = Option.isSome(result) ? revisions[result.value.keys.length] : undefined
    if (found === undefined) return open("Revision", "unknown: the project's public keys do not show it")
    if (found === "2025-08") {
      return project.publishableClientKey === undefined
        ? bad(
          "Revision",
          `${found}, which rejects clients without a publishable key`,
          "Set NEXT_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY to the key in the project's settings."
        )
        : good("Revision", found)
    }
    return (yield* requiresVerification(isAdmin))
      ? doubtful(
        "Revision",
        `${found}, and the project restricts users without a verified email address`,
        "Add the onboarding page: currentUser.get() returns null for these users until they verify their address."
      )
      : good("Revision", found)
  })
