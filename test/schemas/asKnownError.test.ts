import { assert, describe, it } from "@effect/vitest"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { build } from "esbuild"
import { fileURLToPath } from "node:url"
import * as util from "node:util"
import { read } from "../../layers/call/response.ts"
import { asKnownError } from "../../schemas/asKnownError.ts"
import { errors, families } from "../../schemas/catalogue.ts"
import { endpoint } from "../../schemas/Endpoint.ts"
import {
  CallError,
  MultiFactorAuthenticationRequired,
  Offline,
  TeamNotFound,
  UnexpectedKnownError,
  UserNotFound
} from "../../schemas/errors/index.ts"
import type { KnownErrorClass } from "../../schemas/KnownError.ts"

/** An endpoint that lists no errors. */
const silent = endpoint("client", "things.silent", "GET /silent", { output: Schema.Number }).spec

const reasonOf = (code: string, details?: unknown, status = 400) => {
  const result = read(
    silent,
    [],
    {
      status,
      headers: { get: (name) => name === "x-stack-known-error" ? code : null },
      body: new TextEncoder().encode(JSON.stringify({ code, details, error: "The platform's own sentence." }))
    },
    (text) => text.replaceAll("canary", "<redacted>"),
    0
  )
  assert.isTrue(Result.isFailure(result))
  return (result as Result.Failure<unknown, { readonly error: (attempts: number) => unknown }>).failure.error(1)
}

describe("asKnownError", () => {
  it("asKnownError converts every error of the catalogue to its class and families", () => {
    for (const declared of errors) {
      const reason = reasonOf(declared.spec.code)
      assert.instanceOf(reason, UnexpectedKnownError)

      const error = asKnownError(new CallError({ endpoint: silent.name, reason: reason as UnexpectedKnownError }))

      assert.isTrue(error instanceof declared, declared.spec.code)
      assert.strictEqual(error?._tag, declared.spec.tag)
      for (const family of families) {
        assert.strictEqual(error instanceof family, new (declared as KnownErrorClass)() instanceof family)
      }
    }
  })

  it("asKnownError keeps the details, the status of the response and the platform's message", () => {
    const error = asKnownError(reasonOf("TEAM_NOT_FOUND", { team_id: "t1" }, 410))

    assert.instanceOf(error, TeamNotFound)
    assert.deepStrictEqual(error.details, { teamId: "t1" })
    assert.deepStrictEqual([error.status, error.platformText], [410, "The platform's own sentence."])
  })

  it("asKnownError keeps secrets redacted, and prints no secret that the details contain", () => {
    const error = asKnownError(reasonOf("MULTI_FACTOR_AUTHENTICATION_REQUIRED", { attempt_code: "attempt" }))
    const echoed = reasonOf("TEAM_NOT_FOUND", { team_id: "canary" })

    assert.instanceOf(error, MultiFactorAuthenticationRequired)
    assert.strictEqual(Redacted.value(error.details.attemptCode!), "attempt")
    assert.notInclude(util.inspect(error) + JSON.stringify(error), "attempt\"")
    assert.notInclude(JSON.stringify(asKnownError(echoed)), "canary")
  })

  it("asKnownError returns a known error unchanged, and undefined for any other failure", () => {
    const known = new UserNotFound()

    assert.strictEqual(asKnownError(known), known)
    for (const other of [new Offline(), new CallError({ endpoint: "a.b", reason: new Offline() }), new Error(), null]) {
      assert.isUndefined(asKnownError(other))
    }
    assert.isUndefined(asKnownError(reasonOf("BRAND_NEW")))
  })

  it("a bundle without asKnownError contains only the errors that it names", async () => {
    const bundled = async (program: string) => {
      const { outputFiles } = await build({
        stdin: { contents: program, resolveDir: fileURLToPath(new URL("../..", import.meta.url)), loader: "ts" },
        bundle: true,
        format: "esm",
        write: false,
        minify: true,
        treeShaking: true
      })
      return outputFiles[0]!.text
    }
    const using = "import { asKnownError } from './schemas/index.ts'; console.log(asKnownError)"
    const catching =
      "import { UnexpectedKnownError } from './schemas/errors/CallError.ts'; console.log(UnexpectedKnownError)"

    assert.include(await bundled(using), "TEAM_ALREADY_EXISTS")
    assert.notInclude(await bundled(catching), "TEAM_ALREADY_EXISTS")
  })
})
