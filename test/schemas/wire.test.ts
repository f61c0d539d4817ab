/** Compares the contract with the tables that describe the platform's wire format, if these tables are available. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "vitest"
import { endpoints, errors, families } from "../../schemas/catalogue.ts"
import { detailsOf, schemasOf } from "../../schemas/compiled/schemasOf.ts"
import { writeDetails } from "../../schemas/compiled/writeDetails.ts"
import type { AnyEndpoint } from "../../schemas/Endpoint.ts"
import { anyCall } from "../../schemas/errors/anyCall.ts"
import { type KnownError, readDetails } from "../../schemas/KnownError.ts"
import { received } from "../../schemas/received.ts"
import { find } from "../../schemas/routing.ts"
import type { Match } from "../../schemas/routing.ts"
import { wireName } from "../../schemas/wireNames.ts"
import { differences } from "../conformance/differences.ts"
import {
  errorsOf,
  type Form,
  isAvailable,
  levelsOf,
  type Row,
  sample,
  sampleBody,
  samplePath,
  sampleQuery,
  TooLoose,
  wire
} from "./wireTables.ts"

const shapeOf = ({ method, path }: Pick<Row, "method" | "path">) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`

/**
 * Returns the rows that describe an endpoint in the tables of later additions, which come after the last recorded
 * revision.
 */
const newestRowsOf = ({ spec }: AnyEndpoint) => wire.newest.filter((row) => shapeOf(row) === shapeOf(spec))

/** Endpoints of unmerged lines of work that the contract leaves out, by a part of their paths, each with the reason. */
const leftOut: { readonly [part: string]: string } = {
  "promo": "promo codes: of one line of work",
  "/renders": "videos of session replays: of one line of work, which contradicts itself about their level"
}

/** Rows of the newest table that describe a whole endpoint, instead of what changed in an earlier one. */
const wholeNewest = wire.newest.filter(({ changes, path }) =>
  changes === undefined && !Object.keys(leftOut).some((part) => path.includes(part))
)

const rowsAndNewest: ReadonlyArray<Row> = [...wire.rows, ...wholeNewest]

/** Codes that only the later table of endpoints names, not the table of errors. */
const ofNewestOnly = ["AGENT_AUTH_INVALID_POLL_TOKEN"]

/** Rows that have no endpoint, each with the reason. */
const notCallable: { readonly [row: string]: string } = {
  "GET /health (server root, outside /api/v1)": "not below /api/v1; used by the diagnostics",
  "POST /internal/failed-emails-digest": "called by an operator's timer, with a secret that no project has"
}

/** Error of a sign-up if the project's default permissions include a deleted permission. */
const deadDefault = "PERMISSION_NOT_FOUND"

/** Errors that an endpoint lists in addition to the `errors` of its row. */
const beyondTheRow: { readonly [endpoint: string]: ReadonlyArray<string> } = {
  // mentioned in the row's notes about later revisions
  "teamInvitations.accept": [
    "TEAM_INVITATION_EMAIL_MISMATCH",
    "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
    deadDefault
  ],
  // sent by 2025-08 only, according to the row's notes
  "purchases.createUrl": ["OFFER_DOES_NOT_EXIST", "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH"],
  "purchases.createAnyUrl": ["OFFER_DOES_NOT_EXIST", "OFFER_CUSTOMER_TYPE_DOES_NOT_MATCH"],
  "teamInvitations.details": ["TEAM_INVITATION_EMAIL_MISMATCH", "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED"],
  "teamInvitations.checkCode": ["TEAM_INVITATION_EMAIL_MISMATCH"],
  // docs/platform.md §11
  "password.signUp": [deadDefault],
  "otp.signIn": [deadDefault],
  "anonymous.signUp": [deadDefault],
  "externalAuth.exchange": [deadDefault],
  // the successor responds like its predecessor
  "analytics.getQueryTimingAsServer": ["ITEM_NOT_FOUND"],
  "oauth.callback": [deadDefault],
  "oauth.signInWithApple": [deadDefault],
  "teamInvitations.acceptById": [deadDefault],
  "teamMemberships.create": [deadDefault],
  "teams.create": [deadDefault],
  "teams.createAsServer": [deadDefault],
  "users.create": [deadDefault]
}

/**
 * Errors that the documents mention but that known revisions never send from this endpoint. Each has the reason why the
 * endpoint lists it.
 */
const specified: { readonly [endpoint: string]: { readonly [code: string]: string } } = {
  "emailTemplates.create": { EMAIL_TEMPLATE_ALREADY_EXISTS: "creates a template" },
  "internalProjects.create": {
    INVALID_SHARED_OAUTH_PROVIDER_ID: "sets a project's providers",
    INVALID_STANDARD_OAUTH_PROVIDER_ID: "sets a project's providers"
  },
  "internalProjects.updateCurrent": {
    INVALID_SHARED_OAUTH_PROVIDER_ID: "changes a project's providers",
    INVALID_STANDARD_OAUTH_PROVIDER_ID: "changes a project's providers"
  },
  "notificationPreferences.unsubscribe": {
    VERIFICATION_CODE_NOT_FOUND: "thrown where no handler renders it (catalogue, notes)",
    VERIFICATION_CODE_EXPIRED: "thrown where no handler renders it (catalogue, notes)"
  },
  "oauth.callback": { USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: "completes linking" },
  "oauth.createConnectedAccountToken": {
    CANNOT_GET_OWN_USER_WITHOUT_USER: "forwarded from another endpoint (row's notes)",
    OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: "forwarded from another endpoint (row's notes)",
    OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: "forwarded from another endpoint (row's notes)",
    OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: "forwarded from another endpoint (row's notes)",
    OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: "forwarded from another endpoint (row's notes)"
  },
  "oauth.refresh": { PROVIDER_REJECTED: "a refresh that the provider no longer allows" },
  "password.reset": { PASSWORD_TOO_LONG: "a password that is too long reports the maximum" },
  "password.sendResetCode": { EMAIL_NOT_ASSOCIATED_WITH_USER: "sends an email to the address" },
  "password.set": { PASSWORD_TOO_LONG: "a password that is too long reports the maximum" },
  "password.signIn": {
    EMAIL_NOT_VERIFIED: "signs in with an address",
    PASSWORD_TOO_LONG: "docs/platform.md §3: the schema has the same bound here"
  },
  "password.signUp": { PASSWORD_TOO_LONG: "a password that is too long reports the maximum" },
  "password.update": { PASSWORD_TOO_LONG: "a password that is too long reports the maximum" },
  "sessions.refresh": { PROVIDER_REJECTED: "a refresh that the provider no longer allows" },
  "teams.create": {
    TEAM_ALREADY_EXISTS: "creates a team",
    PROJECT_PERMISSION_REQUIRED: "requires a project permission"
  },
  "teams.createAsServer": { TEAM_ALREADY_EXISTS: "creates a team" },
  "users.create": { PASSWORD_TOO_LONG: "docs/platform.md §3: the schema has the same bound here" },
  "users.deleteMe": { PROJECT_PERMISSION_REQUIRED: "requires a project permission" },
  "users.update": { PASSWORD_TOO_LONG: "docs/platform.md §3: the schema has the same bound here" }
}

/** Errors that the client creates itself. */
const clientsOwn: ReadonlyArray<string> = [
  "PASSKEY_WEBAUTHN_ERROR",
  "CLI_AUTH_ERROR",
  "CLI_AUTH_EXPIRED_ERROR",
  "CLI_AUTH_USED_ERROR"
]

/** Forms of JSON that the tables allow but the platform doesn't, or that the tables don't describe precisely. */
const known: { readonly [direction: string]: ReadonlyArray<string> } = {
  request: [
    ...["bare", "full", "null"].flatMap((form) => [`oauth.refresh ${form}`, `oauth.exchangeCode ${form}`]), // Two endpoints share one row.
    "userApiKeys.list bare", // The handler requires more than the schema.
    "aiChat.send bare", // It needs at least one message.
    "analytics.sendEvents bare", // It needs at least one event.
    "internalProjects.create full", // The configuration is text.
    "internalProjects.create null",
    "platform.checkFeatureSupport full", // any JSON
    "platform.checkFeatureSupport bare",
    "platform.checkFeatureSupport null"
  ],
  answer: [
    "aiConversations.get bare", // Only the list leaves the messages out.
    "platform.checkFeatureSupport",
    "platform.getJwks",
    "purchases.readCode bare" // in the first revision, a product is called an offer
  ]
}

const codesOf = (list: ReadonlyArray<{ readonly spec: { readonly code: string } }>) => list.map(({ spec }) => spec.code)

const matchesOf = (row: Row): ReadonlyArray<Match> =>
  levelsOf(row).flatMap((level) => find(level, row.method, samplePath(row)))

const nameOf = (row: Row) => `${row.method} ${row.path}`

const unlessTooLoose = <A>(make: () => A): A | undefined => {
  try {
    return make()
  } catch (error) {
    if (error instanceof TooLoose) return undefined
    throw error
  }
}

describe.runIf(isAvailable)("the contract and the wire tables", () => {
  it("the contract has an endpoint for each row of the wire tables, at each level that the row allows", () => {
    const missing = wire.rows.flatMap((row) =>
      levelsOf(row).filter((level) => find(level, row.method, samplePath(row)).length === 0).map(() => nameOf(row))
    )

    assert.deepStrictEqual(new Set(missing), new Set(Object.keys(notCallable)))
  })

  it("the contract has an endpoint for each row of the newest table, except for a few of unmerged lines of work", () => {
    const missing = wire.newest.filter((row) =>
      levelsOf(row).some((level) => find(level, row.method, samplePath(row)).length === 0)
    )

    const unexplained = missing.filter(({ path }) => !Object.keys(leftOut).some((part) => path.includes(part)))
    assert.deepStrictEqual(unexplained.map(nameOf), [])
    assert.deepStrictEqual(missing.filter(({ standing }) => standing === "trunk").map(nameOf), [])
    assert.deepStrictEqual(
      Object.keys(leftOut).filter((part) => !missing.some(({ path }) => path.includes(part))),
      []
    )
  })

  it("the wire tables have a row for each endpoint of the contract", () => {
    const rows = new Set([...wire.rows, ...wire.newest].map(shapeOf))

    const without = endpoints.filter(({ spec }) => !rows.has(shapeOf(spec))).map(({ spec }) => spec.name)

    assert.deepStrictEqual(without, [])
  })

  it("the contract lists every error of a wire-table row for the row's endpoint, or for all calls", () => {
    const missing = rowsAndNewest.flatMap((row) => {
      const matches = matchesOf(row)
      const listed = new Set(matches.flatMap(({ endpoint }) => codesOf(endpoint.spec.errors)).concat(codesOf(anyCall)))
      return matches.length === 0
        ? []
        : errorsOf(row).filter((code) => !listed.has(code)).map((code) => `${nameOf(row)}: ${code}`)
    })

    assert.deepStrictEqual(missing, [])
  })

  it("the contract lists an endpoint's errors even if only the protocol's text mentions them", () => {
    const missing = Object.entries(specified).flatMap(([name, errors]) => {
      const { spec } = endpoints.find(({ spec }) => spec.name === name)!
      return Object.keys(errors).filter((code) => !codesOf(spec.errors).includes(code)).map((code) =>
        `${name}: ${code}`
      )
    })

    assert.deepStrictEqual(missing, [])
  })

  it("the contract lists every documented error for some endpoint, except for errors that clients raise themselves", () => {
    const listed = new Set([...endpoints.flatMap(({ spec }) => codesOf(spec.errors)), ...codesOf(anyCall)])

    assert.deepStrictEqual(
      wire.errors.filter(({ abstract, code, specName }) => !abstract && specName != null && !listed.has(code))
        .map(({ code }) => code),
      clientsOwn
    )
  })

  it("the contract and the wire tables agree on the endpoints of later revisions", () => {
    const revisions = wire.rows.flatMap((row) =>
      matchesOf(row).map(({ endpoint }) => [endpoint.spec.name, row.since] as const)
    )
    const seen = new Set(revisions.map(([name]) => name))
    const later = new Set([
      ...revisions.filter(([, since]) => since === "later").map(([name]) => name),
      ...endpoints.filter((endpoint) => !seen.has(endpoint.spec.name) && newestRowsOf(endpoint).length > 0)
        .map(({ spec }) => spec.name)
    ])

    assert.deepStrictEqual(
      new Set(endpoints.filter(({ spec }) => spec.since !== "2025-08").map(({ spec }) => spec.name)),
      later
    )
  })

  it("the contract lists no error for an endpoint without a wire-table row or a document that names the error", () => {
    const rowErrors = new Map<AnyEndpoint, Set<string>>()
    for (const row of wire.rows) {
      for (const { endpoint } of matchesOf(row)) {
        rowErrors.set(endpoint, new Set([...rowErrors.get(endpoint) ?? [], ...errorsOf(row)]))
      }
    }

    const extra = endpoints.flatMap((endpoint) => {
      const { errors, name } = endpoint.spec
      const allowed = new Set([
        ...rowErrors.get(endpoint) ?? [],
        ...beyondTheRow[name] ?? [],
        ...Object.keys(specified[name] ?? {})
      ])
      const newest = JSON.stringify(newestRowsOf(endpoint))
      return codesOf(errors).filter((code) => !allowed.has(code) && !newest.includes(code)).map((code) =>
        `${name}: ${code}`
      )
    })

    assert.deepStrictEqual(extra, [])
  })

  it("the contract and the wire tables agree on every known error's status and details, and whether it has only a message", () => {
    const ours = new Map(errors.map(({ spec }) => [spec.code, {
      tag: spec.tag,
      status: spec.status,
      details: Object.entries(detailsOf(spec)).map(([key, schema]) => wireName(key, schema)).sort(),
      textOnly: spec.textOnly
    }]))
    const rows = wire.errors.filter((row) => !row.abstract)

    for (const row of rows) {
      assert.deepStrictEqual(ours.get(row.code), {
        tag: row.publicName,
        status: row.status!,
        // "*" stands for any JSON. There is no example to test.
        details: Object.keys(row.details ?? {}).filter((name) => name !== "*").sort(),
        textOnly: row.humanTextOnly === true
      }, row.code)
    }
    assert.strictEqual(ours.size, rows.length + ofNewestOnly.length)
  })

  it("the contract and the wire tables agree on the error families and their members", () => {
    const tags = new Map(families.map(({ family }) => [family.code, family.tag]))
    const rows = wire.errors.filter((row) => row.abstract)
    assert.deepStrictEqual([...tags.keys()].sort(), rows.map(({ code }) => code).sort())
    assert.strictEqual(errors.length + families.length, wire.errors.length + ofNewestOnly.length)
    const parentOf = new Map(wire.errors.map(({ code, parent }) => [code, parent]))
    const byCode = new Map(families.map((family) => [family.family.code, family]))

    for (const declared of errors) {
      const parents = new Set<string>()
      for (let parent = parentOf.get(declared.spec.code); parent != null; parent = parentOf.get(parent)) {
        parents.add(parent)
      }
      for (const [code, family] of byCode) {
        assert.strictEqual(new declared() instanceof family, parents.has(code), `${declared.spec.code} in ${code}`)
      }
    }
  })

  it("the contract reads and writes the details of every known error in the wire tables", () => {
    for (const { code, details } of wire.errors) {
      const declared = errors.find(({ spec }) => spec.code === code)
      if (declared === undefined || details === null || "*" in details) continue
      const raw = unlessTooLoose(() =>
        Object.fromEntries(Object.entries(details).map(([name, { type }]) => [name, sample(type, "full", "admin")]))
      )
      if (raw === undefined) continue

      const error = new (declared as unknown as new(details: object) => KnownError)(
        readDetails(declared.spec.details, raw)
      )

      assert.deepStrictEqual(differences(raw, writeDetails(error, detailsOf(declared))), [], code)
    }
  })

  const forms: ReadonlyArray<Form> = ["full", "bare", "null"]

  it.each([...forms, "tomorrow"] as const)(
    "the contract reads every response of the wire tables in its %s form without loss",
    (form) => {
      const problems = rowsAndNewest.flatMap((row) =>
        levelsOf(row).flatMap((level) => {
          const [match, twin] = find(level, row.method, samplePath(row))
          const { response } = row
          if (match === undefined || response == null || (response.ref ?? response.fields) === undefined) return []
          const body = unlessTooLoose(() => sampleBody(response, form, level))
          if (body === undefined) return []
          const results = [match, twin ?? match].map(({ endpoint }) => readAndWrite(endpoint, body))
          const found = results.find((problems) => problems.length === 0) ?? results[0]!
          const { name } = match.endpoint.spec
          const isKnown = [name, `${name} ${form}`].some((each) => known["answer"]!.includes(each))
          return isKnown ? [] : found.map((problem) => `${name} (${level}): ${problem}`)
        })
      )

      assert.deepStrictEqual([...new Set(problems)], [])
    }
  )

  it.each(forms)(
    "the contract accepts every request of the wire tables in its %s form and would send the same request",
    (form) => {
      const problems = rowsAndNewest.flatMap((row) =>
        levelsOf(row).flatMap((level) => {
          const matches = find(level, row.method, samplePath(row))
          if (matches.length === 0) return []
          const body = unlessTooLoose(() => row.request == null ? {} : sampleBody(row.request, form, level) as object)
          if (body === undefined) return []
          const results = matches.map(({ endpoint: { spec }, path }) => {
            if (known["request"]!.includes(`${spec.name} ${form}`)) return []
            const fields = { ...path, ...sampleQuery(row, form, level), ...body }
            const taken = received(spec, fields)
            const problems = Result.isFailure(taken)
              ? [taken.failure.message]
              : differences(fields, Schema.encodeUnknownSync(schemasOf(spec).inputSchema)(taken.success.input))
            return problems.map((problem) => `${spec.name} (${level}): ${problem}`)
          })
          return results.find((problems) => problems.length === 0) ?? results[0]!
        })
      )

      assert.deepStrictEqual([...new Set(problems)], [])
    }
  )
})

const readAndWrite = ({ spec }: AnyEndpoint, body: unknown): ReadonlyArray<string> => {
  const decoded = Schema.decodeUnknownResult(schemasOf(spec).output, { errors: "all" })(body)
  return Result.isFailure(decoded)
    ? [decoded.failure.message]
    : differences(body, Schema.encodeUnknownSync(schemasOf(spec).output)(decoded.success))
}
