/** The client that the command's own sign-in stands on. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Diagnostics, layerFetch, makeRetryPolicy, Project, RetryPolicy } from "../../layers/call/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { forDevelopers } from "../../schemas/site.ts"
import { Client } from "../programs/index.ts"
import { Declined } from "./Declined.ts"
import * as keptSession from "./keptSession.ts"
import { type Failure, sentenceOf, tagOf } from "./output/index.ts"
import { configuredProject } from "./setup/index.ts"
import { Unusable } from "./Unusable.ts"

const namesNone = ({ problem, setting }: InvalidConfiguration): boolean =>
  setting === "projectId" && problem === "is missing"

/** The project that the environment names, or else the one last signed in to. */
export const project: Effect.Effect<Project["Service"], Unusable> = configuredProject.pipe(
  Effect.catchIf(namesNone, () => keptSession.rememberedProject),
  Effect.mapError(({ message }) => new Unusable({ sentence: message }))
)

/** A client of a project whose session is kept. Nobody waits half a minute for a command: two attempts, no diagnostics. */
export const layer = (project: Project["Service"]) =>
  Client.layerNoProject({ tokenStore: keptSession.layerTokenStore(project) }).pipe(
    Layer.provideMerge(Layer.succeed(Project, project)),
    Layer.provide(layerFetch),
    Layer.provideMerge(hasty)
  )

/** For commands that ask once and tell. */
export const hasty = Layer.merge(
  Layer.succeed(RetryPolicy, makeRetryPolicy({ attempts: 2 })),
  Layer.succeed(Diagnostics, [])
)

/** One sentence, with what the machine says about its way to the network, and the page that explains it. */
export const declined = (error: Failure): Declined =>
  new Declined({ tag: tagOf(error), sentence: forDevelopers({ docs: error.docs, message: sentenceOf(error) }) })
