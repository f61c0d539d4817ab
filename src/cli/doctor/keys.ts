/** Checks whether the server accepts each of the project's keys at its access level. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { layerAdmin, layerServer } from "../../../layers/access/index.ts"
import { namesToSet, type Project } from "../../../layers/call/index.ts"
import * as InternalProjects from "../../../schemas/endpoints/internalProjects.ts"
import * as Projects from "../../../schemas/endpoints/projects.ts"
import * as Users from "../../../schemas/endpoints/users.ts"
import { Client } from "../../programs/index.ts"
import { type Failure, sentenceOf } from "../output/index.ts"
import { bad, type Finding, good, open } from "./finding.ts"

const prefixes = [["pck_", "publishable client key"], ["ssk_", "secret server key"], ["sak_", "super secret admin key"]]
  .map(([prefix, what]) => ({ prefix: prefix!, what: what! }))

/** Returns the kind of a key that is set for the wrong access level. */
const misplaced = (key: Redacted.Redacted, prefix: string): string | undefined => {
  const actual = prefixes.find(({ prefix }) => Redacted.value(key).startsWith(prefix))
  return actual === undefined || actual.prefix === prefix ? undefined : actual.what
}

interface KeyCheck<A, R> {
  readonly check: string
  readonly key: Redacted.Redacted | undefined
  readonly prefix: string
  readonly variable: string
  /** Finding for a missing key. @default the request is sent without a key */
  readonly missing?: Finding
  readonly found: string
  readonly request: Effect.Effect<A, Failure, R>
}

const checked = <A, R>({ request, check, found, key, missing, prefix, variable }: KeyCheck<A, R>) =>
  Effect.gen(function*() {
    if (key === undefined && missing !== undefined) return { finding: missing, value: undefined }
    const other = key === undefined ? undefined : misplaced(key, prefix)
    if (other !== undefined) {
      const fix = prefix === "pck_"
        ? `Revoke that key now if browsers could read it. Then set ${variable} to the publishable client key (pck_…).`
        : `Set ${variable} to the key that starts with ${prefix}.`
      return { finding: bad(check, `is set to a ${other}`, fix), value: undefined }
    }
    const result = yield* Effect.result(request)
    return result._tag === "Success"
      ? { finding: good(check, found), value: result.success }
      : { finding: refused(check, sentenceOf(result.failure)), value: undefined }
  })

/** Splits an error's message into the problem and the fix. */
const refused = (check: string, message: string): Finding => {
  const at = message.indexOf(". ")
  return at === -1
    ? bad(check, message, "List all errors: latchkey errors")
    : bad(check, message.slice(0, at + 1), message.slice(at + 2))
}

export const clientKey = (project: Project["Service"]) =>
  Effect.map(
    checked({
      check: "Client key",
      key: project.publishableClientKey,
      prefix: "pck_",
      variable: namesToSet("publishableClientKey"),
      found: project.publishableClientKey === undefined
        ? "not set, and not required by the project"
        : "accepted at client level",
      request: Effect.provide(Projects.getCurrent(), Client.layerNoProject())
    }),
    ({ finding }) => finding
  )

export const serverKey = (project: Project["Service"]) =>
  Effect.map(
    checked({
      check: "Server key",
      key: project.secretServerKey,
      prefix: "ssk_",
      variable: namesToSet("secretServerKey"),
      missing: open(
        "Server key",
        "not set, which is fine for a front end",
        `A back end needs ${namesToSet("secretServerKey")}.`
      ),
      found: "accepted at server level",
      request: Effect.provide(Users.list({ limit: 1 }), layerServer())
    }),
    ({ finding }) => finding
  )

/** Checks the admin key, and returns the project's configuration. */
export const adminKey = (project: Project["Service"]) =>
  Effect.map(
    checked({
      check: "Admin key",
      key: project.superSecretAdminKey,
      prefix: "sak_",
      variable: namesToSet("superSecretAdminKey"),
      missing: open(
        "Admin key",
        "not set, which is fine for an app",
        `To check trusted domains, set ${namesToSet("superSecretAdminKey")} in this shell.`
      ),
      found: "accepted at admin level",
      request: Effect.provide(InternalProjects.getCurrent(), layerAdmin())
    }),
    ({ finding, value }) => ({ finding, config: value })
  )
