/**
 * Promises reject only with errors that `latchkey/promise` exports, no matter what `fetch` does and what the input is.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { inspect } from "node:util"
import { Diagnostics } from "../../../layers/call/Diagnostics.ts"
import { make, RetryPolicy } from "../../../layers/call/RetryPolicy.ts"
import type { Fetch } from "../../../layers/call/Transport.ts"
import * as adminFlows from "../../../src/admin/index.ts"
import * as flows from "../../../src/flows/index.ts"
import * as Admin from "../../../src/programs/Admin.ts"
import * as Client from "../../../src/programs/Client.ts"
import { callsOf } from "../../../src/promise/calls.ts"
import { clientCalls } from "../../../src/promise/clientCalls.ts"
import * as entry from "../../../src/promise/index.ts"
import * as serverFlows from "../../../src/server/index.ts"
import {
  accessToken,
  baseUrl,
  projectId,
  publishableClientKey,
  storeWith,
  superSecretAdminKey
} from "../../support/contract/project.ts"
import { chunks, untilAborted } from "../../support/platform/scriptedFetch.ts"
import { runs } from "../../support/suite/properties.ts"
import { hostileFetch, oddities, traps } from "./hostileFetch.ts"

const options = { projectId, publishableClientKey, superSecretAdminKey, baseUrl }

/** One attempt and no health checks, because both take time and neither changes the error. */
const atOnce = Layer.merge(
  Layer.succeed(RetryPolicy, make({ attempts: 1, perAttempt: "1 second" })),
  Layer.succeed(Diagnostics, [])
)

/** Functions that this test doesn't call, because they start programs or poll for hours. */
const { cliLogin: { open: _open, print: _print, prompt: _prompt, show: _show, wait: _wait, ...cliLogin }, ...others } =
  flows

const people = (fetch: Fetch) =>
  entry.makeAsync(
    { ...others, cliLogin, calls: clientCalls },
    Layer.merge(
      Client.layer({ ...options, fetch, tokenStore: storeWith(accessToken({ exp: 4e9 })) }),
      atOnce
    )
  )

const backEnds = (fetch: Fetch) =>
  entry.makeAsync(
    { server: serverFlows, admin: adminFlows, calls: callsOf("admin") },
    Layer.merge(Admin.layer({ ...options, fetch }), atOnce)
  )

type Call = (...args: ReadonlyArray<unknown>) => unknown

/** Returns every function of a client, in order. */
const callsIn = (facade: object): ReadonlyArray<Call> =>
  Object.entries(facade).flatMap(([name, member]): ReadonlyArray<Call> =>
    name === "dispose" ? [] : typeof member === "function" ? [member] : callsIn(member)
  )

/** Input that has the fields of many calls. */
const plausible = {
  email: "ada@example.com",
  password: "correct horse",
  userId: "5a3c9f0e-1b2c-4d5e-8f90-123456789abc",
  teamId: "5a3c9f0e-1b2c-4d5e-8f90-123456789abd",
  id: "5a3c9f0e-1b2c-4d5e-8f90-123456789abe",
  code: "c".repeat(45),
  nonce: "n".repeat(39),
  totp: "123456",
  apiKey: "stack_pk",
  permissionId: "read",
  displayName: "Ada",
  description: "a key",
  expiresAt: new Date(4e12),
  provider: "google",
  callbackUrl: "https://app.example.com/handler"
}

const errorClasses: ReadonlyArray<unknown> = Object.values(entry)

/**
 * Waits for a call. Returns its error if it isn't one of the package's errors. A defect is allowed only if the input
 * throws.
 */
const strangerOf = async (result: unknown, mayThrow: boolean): Promise<string | undefined> => {
  try {
    if (typeof result === "object" && result !== null && Symbol.asyncIterator in result) {
      for await (const _item of result as AsyncIterable<unknown>) break
    } else await result
    return undefined
  } catch (error) {
    const isOurs = errorClasses.includes((error as object | null)?.constructor)
    return isOurs && !(error instanceof entry.CallDefect && !mayThrow)
      ? undefined
      : inspect((error as Error).cause ?? error)
  }
}

const isCall = (result: unknown): boolean =>
  result instanceof Promise || (typeof result === "object" && result !== null && Symbol.asyncIterator in result)

const Which = Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9999 }))).check(
  Schema.isMinLength(4),
  Schema.isMaxLength(12)
)

const inputs: ReadonlyArray<unknown> = [...oddities, plausible, plausible, plausible, plausible]

const everyRejectionIsOurs =
  (facadeOf: (fetch: Fetch) => entry.Disposable) =>
  async (fetch: Fetch, which: ReadonlyArray<number>, given: ReadonlyArray<number>) => {
    await using facade = facadeOf(fetch)
    const calls = callsIn(facade)
    for (const [at, each] of which.entries()) {
      const input = inputs[(given[at] ?? 0) % inputs.length]
      const result = calls[each % calls.length]!(input)
      if (!isCall(result)) continue // the function doesn't make a call
      const stranger = await strangerOf(result, traps.includes(input))
      assert.isUndefined(stranger, stranger)
    }
  }

const often = { arbitrary: { runs: runs(300) } }

describe("A13: promises reject only with exported errors", () => {
  const which = Arbitrary.schema(Which)

  it.effect.prop(
    "a client's calls reject only with exported errors, for any fetch and any input",
    { fetch: hostileFetch, which, given: which },
    ({ fetch, given, which }) => Effect.promise(() => everyRejectionIsOurs(people)(fetch, which, given)),
    often
  )

  it.effect.prop(
    "a back end's calls reject only with exported errors, for any fetch and any input",
    { fetch: hostileFetch, which, given: which },
    ({ fetch, given, which }) => Effect.promise(() => everyRejectionIsOurs(backEnds)(fetch, which, given)),
    often
  )
})

describe("A13: incomplete responses", () => {
  const impatient = (fetch: Fetch) =>
    entry.makeAsync(
      { get: flows.currentProject.get },
      Layer.merge(
        Client.layer({ ...options, fetch }),
        Layer.succeed(RetryPolicy, make({ attempts: 1, perAttempt: "20 millis" }))
      )
    )

  const reasonOf = async (fetch: Fetch) => {
    await using facade = impatient(fetch)
    const settled = await facade.get().settled()
    return settled.ok || settled.error._tag !== "CallError" ? undefined : settled.error.reason._tag
  }

  it("A13: a call rejects with TimedOut if the response body never starts", async () => {
    assert.strictEqual(await reasonOf(untilAborted as Fetch), "TimedOut")
  })

  it("A13: a call rejects with TimedOut if the response body stalls", async () => {
    const stalling = () => Promise.resolve(new Response(chunks([new Uint8Array(1)], "stalls")))

    assert.strictEqual(await reasonOf(stalling), "TimedOut")
  })

  it("A13: a call rejects with ResponseTooLarge if the response body never ends", async () => {
    const megabyte = new Uint8Array(1_000_000)
    const endless = () => Promise.resolve(new Response(chunks(Array.from({ length: 50 }, () => megabyte), "stalls")))

    assert.strictEqual(await reasonOf(endless), "ResponseTooLarge")
  })
})
