import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "../../../layers/TokenStore.ts"
import { layerFile } from "../../../src/node.ts"

const tokens = (refresh: string): StoredTokens => ({
  refreshToken: Redacted.make(refresh),
  accessToken: Redacted.make("A")
})

/** A folder for as long as the test takes. */
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "latchkey-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const open = (file: string) => Effect.map(Layer.build(layerFile(file)), Context.get(TokenStore))

describe("layerFile", () => {
  it.live("M4 keeps the session for the next program, in a file and a folder of its user alone", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "below", "session.json")
      const store = yield* open(file)

      assert.isNull(yield* store.get)
      assert.isTrue(yield* store.compareAndSet(null, tokens("R")))

      assert.isTrue(sameTokens(yield* (yield* open(file)).get, tokens("R")))
      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.strictEqual(statSync(path.dirname(file)).mode & 0o777, 0o700)
      assert.isTrue(yield* store.compareAndSet(tokens("R"), null))
      assert.deepStrictEqual(readdirSync(path.dirname(file)), [])
    }))

  it.live("M4 a file that others could read is replaced by one that they cannot", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "session.json")
      writeFileSync(file, "half a sess")
      chmodSync(file, 0o644)

      assert.isTrue(yield* (yield* open(file)).compareAndSet(null, tokens("R")))

      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.isTrue(sameTokens(yield* (yield* open(file)).get, tokens("R")))
    }))

  it.live("D12 M4 of ten programs that expect the same, one wins, and nobody reads half of it", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "session.json")
      const names = Array.from(Array(10).keys(), (each) => `R${each}`)

      const won = yield* Effect.forEach(
        names,
        (name) =>
          Effect.flatMap(
            open(file),
            (store) => Effect.orElseSucceed(store.compareAndSet(null, tokens(name)), () => false)
          ),
        { concurrency: "unbounded" }
      )

      assert.strictEqual(won.filter(Boolean).length, 1)
      assert.strictEqual(JSON.parse(readFileSync(file, "utf8")).refreshToken, names[won.indexOf(true)])
      assert.deepStrictEqual(readdirSync(path.dirname(file)), ["session.json"])
    }))

  it.live("E8 a folder that cannot be written is a typed error without the tokens", () =>
    Effect.gen(function*() {
      const inTheWay = path.join(yield* folder, "file")
      writeFileSync(inTheWay, "")
      const store = yield* open(path.join(inTheWay, "session.json"))

      const error = yield* Effect.flip(store.compareAndSet(null, tokens("secret")))

      assert.instanceOf(error, TokenStoreFailed)
      assert.match(error.message, /EEXIST|ENOTDIR/)
      assert.notInclude(error.message + JSON.stringify(error), "secret")
    }))
})
