import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Project } from "../layers/call/index.ts"
import { read } from "../layers/reads/index.ts"
import { InvalidConfiguration } from "../schemas/errors/CallError.ts"

/** Cached read that fails if the provider's project has a different id. Sends no request. */
export const projectIs = (projectId: string) =>
  read(
    `project is ${projectId}`,
    Effect.flatMap(Effect.serviceOption(Project), (project) =>
      Option.isSome(project) && project.value.id === projectId ? Effect.void : Effect.fail(
        new InvalidConfiguration({
          setting: "projectIdMustMatch",
          problem: `is "${projectId}", but the provider's project is "${
            Option.getOrUndefined(project)?.id ?? "unknown"
          }"`,
          next: "Render the component below the LatchkeyProvider of its project."
        })
      )),
    { of: "everyone" }
  )
