import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { afterEach, beforeEach, vi } from "vitest"
import * as Project from "../../../layers/call/Project.ts"
import { type StoredTokens, TokenStore } from "../../../layers/session/TokenStore.ts"
import * as storedSession from "../../../src/cli/storedSession.ts"

let config: string

beforeEach(() => {
  config = mkdtempSync(path.join(tmpdir(), "latchkey-kept-"))
  vi.stubEnv("XDG_CONFIG_HOME", config)
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(config, { recursive: true, force: true })
})

const tokens = (name: string): StoredTokens => ({ refreshToken: Redacted.make(name), accessToken: undefined })

const projectOf = (baseUrl: string) =>
  Effect.orDie(Project.make({ projectId: "internal", publishableClientKey: "pck_x", baseUrl }))

/** Creates a store, as a separate process would. */
const store = (baseUrl = "https://a.example.com") =>
  Effect.flatMap(projectOf(baseUrl), (project) => Effect.provide(TokenStore, storedSession.layerTokenStore(project)))

const nameIn = (held: StoredTokens | null) =>
  held?.refreshToken === undefined ? undefined : Redacted.value(held.refreshToken)

const files = () => readdirSync(path.join(config, "latchkey"))

describe("the stored session of the command", () => {
  it.live(
    "M4: the stored session is always the complete result of one of twenty concurrent writes",
    () =>
      Effect.gen(function*() {
        const names = Array.from({ length: 20 }, (_, n) => `token ${n}`)

        const written = yield* Effect.forEach(names, (name) =>
          Effect.gen(function*() {
            const mine = yield* store()
            const won = yield* mine.compareAndSet(null, tokens(name))
            return { name, won, read: nameIn(yield* mine.get) }
          }), { concurrency: "unbounded" })

        const winners = written.filter(({ won }) => won)
        assert.strictEqual(winners.length, 1)
        for (const { read } of written) assert.strictEqual(read, winners[0]!.name)
        assert.strictEqual(files().length, 1)
      })
  )

  it.live("M4: the stored session is in a file and a folder that only this user can read", () =>
    Effect.gen(function*() {
      yield* (yield* store()).compareAndSet(null, tokens("a"))

      const folder = path.join(config, "latchkey")
      assert.strictEqual(statSync(folder).mode & 0o777, 0o700)
      assert.deepStrictEqual(files().map((file) => statSync(path.join(folder, file)).mode & 0o777), [0o600])
    }))

  it.live("the command stores a separate session for each server", () =>
    Effect.gen(function*() {
      yield* (yield* store()).compareAndSet(null, tokens("a"))

      assert.isNull(yield* (yield* store("https://b.example.com")).get)
      assert.strictEqual(nameIn(yield* (yield* store()).get), "a")
    }))

  it.live("the stored session leaves no file behind after it ends", () =>
    Effect.gen(function*() {
      const mine = yield* store()
      yield* mine.compareAndSet(null, tokens("a"))

      assert.isTrue(yield* mine.compareAndSet(tokens("a"), null))

      assert.deepStrictEqual(files(), [])
    }))

  it.live("the command stores the session despite the lock of a killed process", () =>
    Effect.gen(function*() {
      const mine = yield* store()
      yield* mine.compareAndSet(null, tokens("a"))
      const lock = path.join(config, "latchkey", `${files()[0]}.lock`)
      mkdirSync(lock)
      writeFileSync(path.join(lock, "owner"), "")
      utimesSync(path.join(lock, "owner"), 1, 1)

      assert.isTrue(yield* mine.compareAndSet(tokens("a"), tokens("b")))

      assert.strictEqual(nameIn(yield* mine.get), "b")
    }))

  it.live("the command reads no session from a damaged file, and fails with a message if it can't read the file", () =>
    Effect.gen(function*() {
      const mine = yield* store()
      yield* mine.compareAndSet(null, tokens("a"))
      const file = path.join(config, "latchkey", files()[0]!)

      writeFileSync(file, "{\"refreshTok")
      const damaged = yield* mine.get
      rmSync(file)
      mkdirSync(file)
      const error = yield* Effect.flip(mine.get)

      assert.isNull(damaged)
      assert.include(error.message, "The token store could not be read: EISDIR.")
    }))
})
