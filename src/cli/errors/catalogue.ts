/**
 * All errors that a program can get, as data for the command and the documentation. The facts come from the contract, the
 * texts from docstrings.
 */
import { readdir } from "node:fs/promises"
import { type AttemptFailure, isRetryable } from "../../../layers/call/index.ts"
import * as contract from "../../../schemas/catalogue.ts"
import { anyCall } from "../../../schemas/errors/anyCall.ts"
import type { AnyCallError, CallReason, ExternalExchangeError } from "../../../schemas/errors/CallError.ts"
import { InvalidAdminAccessToken } from "../../../schemas/errors/projectAuthentication.ts"
import { InvalidAccessToken } from "../../../schemas/errors/session.ts"
import type { KnownErrorClass } from "../../../schemas/KnownError.ts"
import { errorPage } from "../../../schemas/site.ts"
import { type Docstring, read } from "./docstrings.ts"
import { raisers } from "./raisers.ts"
import { subjectOfEntry, subjectOfModule } from "./subjects.ts"

/** Everything about one error. */
export interface ErrorEntry {
  /** Name of the error's page: the code of a known error, or the tag of any other error. */
  readonly name: string
  readonly tag: string
  /** Code of a known error. */
  readonly code: string | undefined
  /** Status of the HTTP response, if the error comes from one. */
  readonly status: number | undefined
  /**
   * - `known`: the platform's error with a code.
   * - `reason`: the `reason` of a `CallError`, which any call can fail with.
   * - `own`: raised by a function of this package.
   */
  readonly kind: "known" | "reason" | "own"
  /** Subject that the error belongs to, such as `Teams`. */
  readonly subject: string
  /** Package entry that exports the error's class, such as `latchkey/verify`; `undefined` if no entry exports it. */
  readonly from: string | undefined
  /** URL of the error's page. */
  readonly docs: string
  /** Description of the problem, in Markdown. */
  readonly what: string
  /** Common causes, the most frequent first. */
  readonly causes: ReadonlyArray<string>
  /** Steps that fix the error. */
  readonly fixes: ReadonlyArray<string>
  /** Message for users, without details. */
  readonly message: string | undefined
  /** Families that the error belongs to, the closest first. */
  readonly families: ReadonlyArray<string>
  /** Names of the error's details. */
  readonly details: ReadonlyArray<string>
  /** Form field that the error belongs to. */
  readonly field: string | undefined
  /** Whether any request can fail with the error, as the reason of a `CallError`. */
  readonly anyCall: boolean
  /** Endpoints that declare the error. */
  readonly raisedBy: ReadonlyArray<string>
  /** Functions that list the error in their type, such as `signIn.withPassword`. */
  readonly flows: ReadonlyArray<string>
  /**
   * Whether the call is retried before the program gets the error:
   *
   * - `never`
   * - `renewed`: once, immediately, if the rejected token can be refreshed.
   * - `idempotent`: as the retry policy decides, for calls that are safe to send twice.
   * - `always`: as the retry policy decides.
   */
  readonly retried: "never" | "renewed" | "idempotent" | "always"
}

/** Reasons of a `CallError` other than known errors, each with the kind of failed attempt that causes it. */
const reasons: {
  readonly [
    Tag in Exclude<CallReason["_tag"], AnyCallError["_tag"] | ExternalExchangeError["_tag"]>
  ]: AttemptFailure["kind"]
} = {
  Offline: "ConnectionFailed",
  ConnectionFailed: "ConnectionFailed",
  TimedOut: "TimedOut",
  RateLimited: "RateLimited",
  LoopDetected: "Loop",
  HttpFailure: "Refused",
  UnexpectedKnownError: "Refused",
  DecodeError: "Refused",
  ResponseTooLarge: "Refused",
  RedirectRefused: "Refused",
  InvalidInput: "Refused",
  InvalidConfiguration: "Refused",
  UserChanged: "Refused",
  PersonChanged: "Refused",
  ExternalSessionUnavailable: "Refused"
}

/** Modules with this package's own errors, and the entry that exports them. Classes without `@fix` in their docstring are skipped. */
const modules: { readonly [module: string]: string | undefined } = {
  "src/errors/AdminAccessRequired": "latchkey",
  "src/errors/CodeNotLoaded": "latchkey/promise",
  "src/errors/ConfirmationNeeded": "latchkey",
  "src/errors/FeatureNotSupported": "latchkey",
  "src/accounts/AccountNotFound": "latchkey/accounts",
  "src/agents/errors": "latchkey/agents",
  "src/testing/tape/errors": "latchkey/testing",
  "src/payments/CreditsNotGivenBack": "latchkey/payments",
  "src/metadata/MetadataInvalid": "latchkey/metadata",
  "src/errors/MfaAttemptMissing": "latchkey",
  "src/errors/DataVaultValueUnreadable": "latchkey",
  "src/errors/NoPrimaryEmail": "latchkey",
  "src/errors/VaultStoreFailed": "latchkey",
  "src/errors/NotSignedIn": "latchkey",
  "src/errors/OAuthCallbackFailed": "latchkey",
  "src/errors/OAuthNotPossible": "latchkey",
  "src/errors/RedirectNotTrusted": "latchkey",
  "layers/browser/BotChallenge": "latchkey/layers",
  "layers/browser/CookiesBlocked": "latchkey",
  "layers/browser/PasskeyCancelled": "latchkey",
  "layers/browser/PasskeyNotPossible": "latchkey",
  "layers/reads/pages": "latchkey",
  "layers/session/TokenStore": "latchkey/layers",
  "layers/fleet/SharedRecordsFailed": "latchkey/fleet",
  "src/promise/CallDefect": "latchkey/promise",
  "src/promise/ClientDisposed": "latchkey/promise",
  "src/backend/token/errors": "latchkey/verify",
  "src/backend/verify/errors": "latchkey/verify",
  "src/backend/adapters/admitted": "latchkey/adapters",
  "src/backend/adapters/nodeHttp": "latchkey/adapters",
  "src/backend/credits/errors": "latchkey/credits",
  "src/backend/identity/errors": "latchkey/http-api",
  "react/parts/account/PictureNotReadable": "latchkey/react/parts",
  "react/parts/form/InputProblem": "latchkey/react/parts",
  "react/DeferredToBrowser": "latchkey/react",
  "src/emulator/model/accounts/webhooks": "latchkey/emulator",
  "src/emulator/seed/savedState": "latchkey/emulator",
  "src/testing/simulate/LawBroken": "latchkey/testing/simulate",
  "src/emulator/server/selectors": "latchkey/emulator",
  "src/emulator/port/serve": "latchkey/emulator"
}

/** Returns all errors, those of the platform first. */
export const errorCatalogue = async (): Promise<ReadonlyArray<ErrorEntry>> => {
  const [contracts, own] = await Promise.all([
    contractDocstrings(),
    Promise.all(Object.keys(modules).map(async (module) => [module, await read([module])] as const))
  ])
  const knownTags = contract.errors.map(({ spec }) => spec.tag)
  const ownEntries = own.flatMap(([module, docs]) =>
    [...docs].flatMap(([tag, doc]) => doc.fixes.length === 0 ? [] : [ownEntry(tag, doc, modules[module])])
  )
  const flows = await raisers(new Set([...knownTags, ...ownEntries.map(({ tag }) => tag)]))
  const entries = [
    ...contract.errors.map((known) => knownEntry(known, contracts.get(known.spec.tag)!)),
    callError(contracts.get("CallError")!),
    ...Object.entries(reasons).map(([tag, kind]) => reasonEntry(tag, kind, contracts.get(tag)!)),
    ...ownEntries
  ]
  return entries.map((entry) => ({ ...entry, flows: flows.get(entry.tag) ?? [] }))
}

/** Reads the docstrings of the contract's errors, with their subjects. */
const contractDocstrings = async (): Promise<ReadonlyMap<string, Described>> => {
  const modules = await Promise.all(
    (await folder("schemas/errors")).map(async (module) => ({ module, docs: await read([module]) }))
  )
  return new Map(modules.flatMap(({ docs, module }) => {
    const subject = subjectOfModule(module.slice(module.lastIndexOf("/") + 1))
    return [...docs].map(([tag, doc]) => [tag, { ...doc, subject }] as const)
  }))
}

/** Docstring of an error class, with the subject under which the error is listed. */
interface Described extends Docstring {
  readonly subject: string
}

const general = new Set<unknown>(anyCall)

const knownEntry = (known: KnownErrorClass, doc: Described): ErrorEntry => {
  const { code, details, field, status, tag } = known.spec
  return {
    ...entryOf(code, tag, doc),
    code,
    status,
    kind: "known",
    from: "latchkey",
    message: new known().message,
    families: familiesOf(known),
    details: Object.keys(details),
    field,
    anyCall: general.has(known),
    raisedBy: contract.endpoints.filter(({ spec }) => spec.errors.includes(known)).map(({ spec }) => spec.name)
      .toSorted(),
    retried: isOf(known, InvalidAccessToken) || isOf(known, InvalidAdminAccessToken) ? "renewed" : "never"
  }
}

const callError = (doc: Described): ErrorEntry => ({ ...entryOf("CallError", "CallError", doc), from: "latchkey" })

const reasonEntry = (tag: string, kind: AttemptFailure["kind"], doc: Described): ErrorEntry => ({
  ...entryOf(tag, tag, doc),
  kind: "reason",
  from: "latchkey",
  anyCall: true,
  retried: retriedAs(kind)
})

const ownEntry = (tag: string, doc: Docstring, from: string | undefined): ErrorEntry => ({
  ...entryOf(tag, tag, { ...doc, subject: subjectOfEntry(from) }),
  from
})

const entryOf = (name: string, tag: string, { causes, fixes, status, subject, what }: Described): ErrorEntry => ({
  name,
  tag,
  code: undefined,
  status,
  kind: "own",
  subject,
  from: undefined,
  docs: errorPage(name),
  what,
  causes,
  fixes,
  message: undefined,
  families: [],
  details: [],
  field: undefined,
  anyCall: false,
  raisedBy: [],
  flows: [],
  retried: "never"
})

const retriedAs = (kind: AttemptFailure["kind"]): ErrorEntry["retried"] => {
  const isRetried = (idempotent: boolean) =>
    isRetryable({ kind, idempotent, endpoint: "", status: 0, code: undefined, retryAfterMillis: undefined })
  return isRetried(false) ? "always" : isRetried(true) ? "idempotent" : "never"
}

/** Lists the modules of a folder: sources in the repository, declarations in the package. */
const folder = async (path: string): Promise<ReadonlyArray<string>> => {
  const files = await readdir(new URL(`../../../${path}/`, import.meta.url))
  return [...new Set(files.flatMap((file) => /^(\w+)(?:\.d)?\.ts$/.exec(file)?.[1] ?? []))].map((name) =>
    `${path}/${name}`
  )
}

const isOf = (known: KnownErrorClass, family: object): boolean => known.prototype instanceof (family as typeof Error)

const familiesOf = (known: KnownErrorClass): ReadonlyArray<string> => {
  const families: Array<string> = []
  for (let at = Object.getPrototypeOf(known); at?.family !== undefined; at = Object.getPrototypeOf(at)) {
    if (Object.hasOwn(at, "family")) families.push(at.family.tag)
  }
  return families
}
