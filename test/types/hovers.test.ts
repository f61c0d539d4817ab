import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it } from "vitest"
import type * as samples from "./samples.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** The type of each export as the compiler writes it down, which is what an editor shows. */
const displayed = (file: string): { readonly [name: string]: string } => {
  const out = mkdtempSync(path.join(tmpdir(), "latchkey-"))
  const options = ["--noEmit", "false", "--emitDeclarationOnly", "--declarationMap", "false", "--outDir", out]
  const tsc = path.join(root, "node_modules", "typescript", "bin", "tsc")
  const settings = [
    "--noCheck",
    // as soon done, with half the work
    "--singleThreaded",
    "--ignoreConfig",
    "--target",
    "es2022",
    "--module",
    "nodenext",
    "--strict",
    "--declaration"
  ]
  const style = ["--exactOptionalPropertyTypes", "--skipLibCheck", "--allowImportingTsExtensions"]
  execFileSync(process.execPath, [tsc, ...settings, ...style, ...options, "--rootDir", root, file], { cwd: root })
  const text = readFileSync(path.join(out, "test", "types", "samples.d.ts"), "utf8")
  const types = [...text.matchAll(/^export declare const (\w+): ([^;]*);/gm)]
  return Object.fromEntries(types.map(([, name, type]) => [name!, type!.replace(/import\("[^"]*"\)\./g, "")]))
}

describe("what an editor shows", () => {
  it("is short: the answer, the errors by name, the level", () => {
    assert.deepStrictEqual(
      displayed("test/types/samples.ts"),
      {
        signIn: "Effect.Effect<Tokens, "
          + "CallError | EmailNotVerified | EmailPasswordMismatch | MultiFactorAuthenticationRequired | "
          + "PasswordAuthenticationNotEnabled | PasswordTooLong, "
          + "ClientAccess>",
        getMe: "Effect.Effect<User, CallError | CannotGetOwnUserWithoutUser, ClientAccess>",
        list: "Effect.Effect<Page<ServerUser>, CallError, ServerAccess>",
        createTeam: "Effect.Effect<Team, "
          + "CallError | CannotGetOwnUserWithoutUser | PermissionNotFound | ProjectPermissionRequired | TeamAlreadyExists | "
          + "UserAuthenticationRequired | UserNotFound, ClientAccess>",
        deleteUser: "Effect.Effect<Success, CallError | CannotGetOwnUserWithoutUser | UserNotFound, ServerAccess>",
        set: "Effect.Effect<void | Success, CallError | PasswordAuthenticationNotEnabled, ClientAccess>",
        names: "Effect.Effect<(string | null)[], CallError, ServerAccess>",
        promisedMe: "CallPromise<User, CallError | CannotGetOwnUserWithoutUser | InvalidConfiguration | HostError>",
        promisedUser: "CallPromise<User, InvalidConfiguration | ErrorOr<\"throw\"> | HostError>",
        settledUser: "Promise<Settled<ServerUser, "
          + "CallError | CannotGetOwnUserWithoutUser | InvalidConfiguration | UserNotFound | HostError>>",
        streamed: "CallIterable<ServerUser, CallError | InvalidConfiguration | NextPageLost | HostError>"
      } satisfies { readonly [Name in keyof typeof samples]: string }
    )
  }, 120_000)
})
