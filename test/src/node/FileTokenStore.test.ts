import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import promises from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { sameTokens, type StoredTokens, TokenStore, TokenStoreFailed } from "../../../layers/session/TokenStore.ts"
import { FileTokenStore } from "../../../src/node.ts"
import { node } from "../../support/processes/runExample.ts"

const tokens = (refresh: string): StoredTokens => ({
  refreshToken: Redacted.make(refresh),
  accessToken: Redacted.make("A")
})

/** Temporary folder for the test. */
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "latchkey-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const open = (file: string) => Effect.map(Layer.build(FileTokenStore.layer(file)), Context.get(TokenStore))

/** Makes the lock look as if it had been taken long ago. */
const setOld = (lock: string) => {
  for (const owner of readdirSync(lock)) utimesSync(path.join(lock, owner), 0, 0)
}

/**
 * Pauses the next call of this function until the test continues it. This isn't done with `vi.mock`, because the store
 * may already have been loaded.
 */
const stopBefore = (name: "open" | "rename") =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const original = promises[name] as (...args: ReadonlyArray<unknown>) => Promise<unknown>
      const set = (held: typeof original) => {
        Object.assign(promises, { [name]: held })
        syncBuiltinESMExports()
      }
      let goOn = () => {}
      const reached = new Promise<void>((resolve) => {
        set(async (...args) => {
          // don't pause while the lock is taken
          if (String(args[1]).endsWith(".lock")) return original(...args)
          set(original)
          const taken = new Promise<void>((go) => {
            goOn = go
          })
          resolve()
          await taken
          return original(...args)
        })
      })
      return { reached, goOn: () => goOn(), restore: () => set(original) }
    }),
    ({ restore }) => Effect.sync(restore)
  )

/** Suspends a process soon after it has taken the lock. The moment is different in each round. */
const stop = async (child: ChildProcess, lock: string, round: number) => {
  for (let spins = round % 10; spins >= 0; spins -= existsSync(lock) ? 1 : 0) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  child.kill("SIGSTOP")
  // proc(5): in this file, the state follows the program's name, which is in parentheses
  while (!/\) T /.test(readFileSync(`/proc/${child.pid}/stat`, "utf8"))) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Removes the stored session, no matter which one it is. */
const signedOut = (store: TokenStore["Service"]): Effect.Effect<void, TokenStoreFailed> =>
  Effect.gen(function*() {
    while (!(yield* store.compareAndSet(yield* store.get, null)));
  })

describe("FileTokenStore.layer", () => {
  it.live("M4: FileTokenStore keeps the session for the next program, in a file and a folder that only its user can read", () =>
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

  it.live("M4: FileTokenStore makes its file private if other users can read the file", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "session.json")
      writeFileSync(file, "half a sess")
      chmodSync(file, 0o644)

      assert.isTrue(yield* (yield* open(file)).compareAndSet(null, tokens("R")))

      assert.strictEqual(statSync(file).mode & 0o777, 0o600)
      assert.isTrue(sameTokens(yield* (yield* open(file)).get, tokens("R")))
    }))

  it.live("D12 M4: only one of ten concurrent writers of a FileTokenStore wins, and no reader sees an incomplete file", () =>
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

  it.live("E8: FileTokenStore fails with a typed error without the tokens if the folder is not writable", () =>
    Effect.gen(function*() {
      const inTheWay = path.join(yield* folder, "file")
      writeFileSync(inTheWay, "")
      const store = yield* open(path.join(inTheWay, "session.json"))

      const error = yield* Effect.flip(store.compareAndSet(null, tokens("secret")))

      assert.instanceOf(error, TokenStoreFailed)
      assert.match(error.message, /EEXIST|ENOTDIR/)
      assert.notInclude(error.message + JSON.stringify(error), "secret")
    }))

  const changes = {
    "a refresh": { ...tokens("R"), accessToken: Redacted.make("new") },
    "a sign-out": null,
    "a sign-in as another user": tokens("S")
  }
  for (const at of ["open", "rename"] as const) {
    for (
      const [late, between] of [
        ["a refresh", "a sign-out"],
        ["a refresh", "a sign-in as another user"],
        ["a sign-out", "a sign-in as another user"]
      ] as const
    ) {
      if (late === "a sign-out" && at === "open") continue
      it.live(`D6 M4: a process that is suspended during ${late}, before its ${at} call, doesn't undo ${between} of another process`, () =>
        Effect.gen(function*() {
          const file = path.join(yield* folder, "session.json")
          const [stopped, other] = [yield* open(file), yield* open(file)]
          yield* stopped.compareAndSet(null, tokens("R"))
          const { goOn, reached } = yield* stopBefore(at)
          const fiber = yield* Effect.forkChild(stopped.compareAndSet(tokens("R"), changes[late]))
          yield* Effect.promise(() => reached)
          setOld(`${file}.lock`)

          assert.isTrue(yield* other.compareAndSet(tokens("R"), changes[between]))
          goOn()

          assert.isFalse(yield* Fiber.join(fiber))
          assert.isTrue(sameTokens(yield* other.get, changes[between]))
          assert.deepStrictEqual(readdirSync(path.dirname(file)), changes[between] === null ? [] : ["session.json"])
        }))
    }
  }

  it.live("M4: a sign-out without a session leaves no file in the folder of a FileTokenStore", () =>
    Effect.gen(function*() {
      const file = path.join(yield* folder, "session.json")
      const store = yield* open(file)

      assert.isTrue(yield* store.compareAndSet(null, null))
      assert.deepStrictEqual(readdirSync(path.dirname(file)), [])
    }))

  it.live.skipIf(process.platform !== "linux")(
    "D6 M4: a process suspended at any moment doesn't undo the sign-out of another process",
    () =>
      Effect.gen(function*() {
        const file = path.join(yield* folder, "session.json")
        const store = yield* open(file)
        const writer = yield* Effect.acquireRelease(
          Effect.sync(() =>
            spawn(node, ["--conditions=latchkey-source", "test/src/node/sessionFileWriter.ts", file], {
              stdio: ["ignore", "inherit", "inherit", "ipc"]
            })
          ),
          (child) => Effect.sync(() => child.kill("SIGKILL"))
        )
        const twoTurns = Effect.promise(async () => {
          const answer = once(writer, "message")
          writer.send("two writes")
          await answer
        })
        let stoppedInside = 0

        for (let round = 0; round < 25; round++) {
          assert.isTrue(yield* store.compareAndSet(null, tokens("R")))
          yield* twoTurns
          yield* Effect.promise(() => stop(writer, `${file}.lock`, round))
          if (existsSync(`${file}.lock`)) {
            stoppedInside++
            setOld(`${file}.lock`)
          }
          yield* signedOut(store)
          writer.kill("SIGCONT")
          yield* twoTurns

          assert.isFalse(existsSync(file), `round ${round}`)
        }
        assert.isAbove(stoppedInside, 5)
      })
  )
})
