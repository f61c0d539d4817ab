/** The client that the command's own sign-in stands on, and the sentences for what can go wrong with it. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Diagnostics } from "../../layers/call/Diagnostics.ts"
import { Project } from "../../layers/call/Project.ts"
import { defaults, RetryPolicy } from "../../layers/call/RetryPolicy.ts"
import { layerFetch } from "../../layers/call/Transport.ts"
import type { CallError, InvalidConfiguration } from "../../schemas/errors/CallError.ts"
import * as Client from "../programs/Client.ts"
import { configuredProject } from "./configuration.ts"
import { Declined } from "./Declined.ts"
import * as keptSession from "./keptSession.ts"
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
  Layer.succeed(RetryPolicy, { ...defaults, attempts: 2 }),
  Layer.succeed(Diagnostics, [])
)

type Failure = CallError | InvalidConfiguration | { readonly _tag: string; readonly message: string }

/** One sentence, with what the machine says about its way to the network. */
export const declined = (error: Failure): Declined => new Declined({ tag: tagOf(error), sentence: sentenceOf(error) })

const reasonOf = (error: Failure) => error._tag === "CallError" ? (error as CallError).reason : error

const tagOf = (error: Failure): string => reasonOf(error)._tag

/** What went wrong, why, and what to do. */
export const sentenceOf = (error: Failure): string => {
  const reason = reasonOf(error) as CallError["reason"]
  if (reason._tag !== "ConnectionFailed") return error.message
  const host = reason.target.replace(/ \(.*/, "")
  const why = /ENOTFOUND|EAI_AGAIN/.test(reason.fault)
    ? "its name leads nowhere (DNS)"
    : /ECONNREFUSED/.test(reason.fault)
    ? "nothing listens there"
    : /CERT|SSL|TLS|SELF_SIGNED/.test(reason.fault)
    ? "its certificate is not trusted"
    : reason.fault
  return `${host} cannot be reached: ${why}. Check the address and the network${proxy()}.`
}

/** Node's `fetch` passes proxies by unless told otherwise. Its address is not shown: it may hold a password. */
const proxy = (): string => {
  const name = ["HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy"].find((name) => process.env[name])
  return name === undefined
    ? ""
    : process.env["NODE_USE_ENV_PROXY"] === "1"
    ? `, and the proxy in ${name}`
    : `; ${name} is set, but Node uses it only with NODE_USE_ENV_PROXY=1`
}
