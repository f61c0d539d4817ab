/** State files of `latchkey emulator`, which several processes read and write. */
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import { commandIn } from "../../support/processes/command.ts"
import { ask, createUser, emailsAt, emulatorOf } from "./emulatorProcess.ts"

const at = commandIn()

const { refuse, start } = emulatorOf(at)

describe.concurrent("latchkey emulator --state", () => {
  it("the emulator keeps its state across a shutdown by SIGTERM", async () => {
    const file = path.join(at.folder, "term.json")
    const first = start(["--state", file])
    await createUser(await first.listening(), "ann@example.com")

    const { code } = await first.stop("SIGTERM")

    const second = start(["--state", file])
    assert.strictEqual(code, 0)
    assert.deepStrictEqual((await emailsAt(await second.listening())).sort(), ["ada@example.com", "ann@example.com"])
    const { output } = await second.stop("SIGTERM")
    assert.include(output, "term.json, loaded")
    assert.notInclude(output, "Sign in as")
  })

  it("the emulator keeps saved state when it is killed", async () => {
    const file = path.join(at.folder, "kill.json")
    const first = start(["--state", file, "--control"])
    const baseUrl = await first.listening()
    await createUser(baseUrl, "ann@example.com")
    assert.strictEqual((await ask(`${baseUrl}/emulator/control/state/save`, "POST", {})).status, 200)
    void createUser(baseUrl, "bob@example.com").catch(() => {})

    await first.stop("SIGKILL")

    const second = start(["--state", file])
    assert.include(await emailsAt(await second.listening()), "ann@example.com")
    await second.stop("SIGTERM")
  })
})

describe("latchkey emulator --state, one emulator for each file", () => {
  it("the emulator rejects a state file that another running emulator uses, whatever path leads to the file", async () => {
    const file = path.join(at.folder, "used.json")
    const linked = path.join(at.folder, "linked")
    symlinkSync(at.folder, linked)
    const first = start(["--state", file])
    await createUser(await first.listening(), "ann@example.com")

    const refused = [await refuse("--state", file), await refuse("--state", path.join(linked, "used.json"))]
    await first.stop("SIGTERM")
    const second = start(["--state", path.join(linked, "used.json")])

    for (const { code, errors } of refused) {
      assert.strictEqual(code, 2)
      assert.match(
        errors,
        /^latchkey: Another emulator uses the state file \S+used\.json\. Two emulators would overwrite/m
      )
    }
    assert.include(await emailsAt(await second.listening()), "ann@example.com")
    await second.stop("SIGTERM")
  })

  it("the emulator rejects the state file of a suspended emulator, but accepts the state file of a killed emulator", async () => {
    const file = path.join(at.folder, "killed.json")
    const first = start(["--state", file])
    await first.listening()

    first.signal("SIGSTOP")
    const refused = await refuse("--state", file)
    await first.stop("SIGKILL")
    const second = start(["--state", file])

    assert.strictEqual(refused.code, 2)
    await second.listening()
    assert.strictEqual((await second.stop("SIGTERM")).code, 0)
  })

  it("after a kill, only one of several emulators that start concurrently gets the state file", async () => {
    const file = path.join(at.folder, "raced.json")
    const killed = start(["--state", file])
    await killed.listening()
    await killed.stop("SIGKILL")

    const racing = Array.from({ length: 3 }, () => start(["--state", file]))
    const outcomes = await Promise.all(
      racing.map(({ ended, listening }) =>
        Promise.race([listening().then(() => "listens"), ended.then(() => "refused")])
      )
    )
    await Promise.all(racing.map(({ stop }) => stop("SIGTERM")))

    assert.deepStrictEqual(outcomes.toSorted(), ["listens", "refused", "refused"])
  })

  it("the emulator removes temporary files of killed emulators, and no other files", async () => {
    const file = path.join(at.folder, "left.json")
    const beside = [
      "left.json.0123456789ab.tmp",
      "left.json.0123456789AB.tmp",
      "left.json.0123456789a.tmp",
      "left.json.tmp",
      "left.json.0123456789ab.tmp.bak",
      "left_json.0123456789ab.tmp",
      "other.json.0123456789ab.tmp"
    ]
    for (const name of beside) writeFileSync(path.join(at.folder, name), "{}")
    mkdirSync(path.join(at.folder, "left.json.ba9876543210.tmp"))

    const emulator = start(["--state", file])
    await emulator.listening()
    await emulator.stop("SIGTERM")

    assert.deepStrictEqual(
      readdirSync(at.folder).filter((name) => /tmp/.test(name)).toSorted(),
      [...beside.slice(1), "left.json.ba9876543210.tmp"].toSorted()
    )
  })

  it("the emulator exits with 1 and the reason if the final state can't be saved", async () => {
    const file = path.join(at.folder, "folder.json")
    const emulator = start(["--state", file])
    const baseUrl = await emulator.listening()
    rmSync(file, { force: true })
    mkdirSync(path.join(file, "full"), { recursive: true })
    await createUser(baseUrl, "ann@example.com")

    const { code, errors } = await emulator.stop("SIGTERM")

    assert.strictEqual(code, 1)
    assert.match(errors, /latchkey: The state could not be saved to \S+folder\.json: E/)
    assert.deepStrictEqual(readdirSync(at.folder).filter((name) => /^folder\.json\..*tmp$/.test(name)), [])
  })
})
