/** Client of the commands `login`, `whoami` and `logout`. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Diagnostics, layerFetch, makeRetryPolicy, Project, RetryPolicy } from "../../layers/call/index.ts"
import type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import { forDevelopers } from "../../schemas/site.ts"
import { Client } from "../programs/index.ts"
import { Declined } from "./Declined.ts"
import { type Failure, sentenceOf, tagOf } from "./output/index.ts"
import { configuredProject } from "./project/index.ts"
import * as storedSession from "./storedSession.ts"
import { Unusable } from "./Unusable.ts"

const isMissing = ({ problem, setting }: InvalidConfiguration): boolean =>
  setting === "projectId" && problem === "is missing"

/** Returns the project from the environment, or else the project of the last login. */
export const project: Effect.Effect<Project["Service"], Unusable> = configuredProject.pipe(
  Effect.catchIf(isMissing, () => storedSession.rememberedProject),
  Effect.mapError(({ message }) => new Unusable({ sentence: message })),
  Effect.tap(() => storedSession.hasFolder)
)

/** Client of a project, with the stored session. */
export const layer = (project: Project["Service"]) =>
  Client.layerNoProject({ tokenStore: storedSession.layerTokenStore(project) }).pipe(
    Layer.provideMerge(Layer.succeed(Project, project)),
    Layer.provide(layerFetch()),
    Layer.provideMerge(failFast)
  )

/** Settings with which commands fail fast: two attempts and no diagnostics. */
export const failFast = Layer.merge(
  Layer.succeed(RetryPolicy, makeRetryPolicy({ attempts: 2 })),
  Layer.succeed(Diagnostics, [])
)

/** Turns a failure into a message with its documentation page, and with this machine's proxy settings if they are relevant. */
export const declined = (error: Failure): Declined =>
  new Declined({ tag: tagOf(error), sentence: forDevelopers({ docs: error.docs, message: sentenceOf(error) }) })
