/** Help, version and usage errors of the command. */
import { spawn } from "node:child_process"
import { text } from "node:stream/consumers"
import { assert, describe, it } from "vitest"
import { commandIn, commandLine, linesOf, processEnv } from "../../support/processes/command.ts"

const names = ["emulator", "demo", "doctor", "login", "whoami", "logout", "errors", "token"]

describe("latchkey", () => {
  const at = commandIn()

  it("the latchkey command lists its commands if it is run without arguments", async () => {
    const { code, output } = await at.runHere([])

    assert.strictEqual(code, 0)
    for (const name of names) assert.match(output, new RegExp(`^  ${name} +[A-Z]`, "m"))
    assert.match(output, /--json/)
  })

  it("the help lists a command's flags in lines of at most 120 characters", async () => {
    const { code, output } = await at.runHere(["emulator", "--help"])

    assert.strictEqual(code, 0)
    assert.isBelow(Math.max(...output.split("\n").map((line) => line.length)), 121)
    assert.match(output, /--port NUMBER +Port to listen on; 0 picks a free port \(default 8102\)/)
  })

  it("the latchkey command exits without an error when the reader closes the pipe", async () => {
    const args = [...commandLine, "errors"]
    const child = spawn(process.execPath, args, { env: processEnv, stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.destroy()

    assert.strictEqual(await text(child.stderr), "")
  })

  it("the latchkey command prints its version", async () => {
    const { code, output } = await at.runHere(["--version"])

    assert.deepStrictEqual([code, /^latchkey v\d+\.\d+\.\d+\n$/.test(output)], [0, true])
  })

  for (const shell of ["bash", "zsh", "fish"]) {
    it(`the latchkey command completes its commands in ${shell}`, async () => {
      const { code, output } = await at.runHere(["--completions", shell])

      assert.strictEqual(code, 0)
      for (const name of names) assert.include(output, name)
    })
  }

  it("the latchkey command exits with 2 and a suggestion for an unknown command or flag", async () => {
    const [command, flag, json] = await Promise.all([
      at.runHere(["whoam"]),
      at.runHere(["whoami", "--jsn"]),
      at.runHere(["whoam", "--json"])
    ])

    assert.deepStrictEqual([command.code, flag.code, json.code], [2, 2, 2])
    assert.strictEqual(
      command.errors,
      "latchkey: There is no command whoam. Did you mean whoami?\nSee: latchkey --help\n"
    )
    assert.strictEqual(flag.errors, "latchkey: There is no flag --jsn.\nSee: latchkey whoami --help\n")
    assert.strictEqual(command.output, "")
    assert.deepInclude(linesOf(json.output)[0], { schema: 1, command: "whoam", ok: false })
  })

  it.skipIf(process.platform === "win32")(
    "the latchkey command exits with 2 and an explanation if the current folder was deleted",
    async () => {
      const program = [process.execPath, ...commandLine, "doctor"].map((part) => `'${part}'`).join(" ")
      const script = `mkdir deleted && cd deleted && rmdir ../deleted && exec ${program}`
      const child = spawn("/bin/sh", ["-c", script], { cwd: at.folder, env: processEnv })
      const ended = new Promise((resolve) => child.on("close", resolve))

      assert.strictEqual(
        await text(child.stderr),
        "latchkey: The current folder no longer exists. Go to another folder.\n"
      )
      assert.strictEqual(await ended, 2)
    }
  )

  it.skipIf(process.platform === "win32")(
    "the latchkey command stores nothing in the current folder if HOME is empty or relative",
    async () => {
      for (const home of ["", "."]) {
        const { code, errors } = await at.run(["whoami"], {
          env: { HOME: home, XDG_CONFIG_HOME: undefined, HEXCLAVE_PROJECT_ID: "11111111-1111-4111-8111-111111111111" }
        })

        assert.deepStrictEqual([code, errors], [
          2,
          "latchkey: This user has no home folder to store the session in. "
          + "Set HOME or XDG_CONFIG_HOME to an absolute path.\n"
        ])
      }
    }
  )

  it("M7: the latchkey command does not repeat a secret that was passed by mistake", async () => {
    const secret = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhZGEifQ.c2lnbmF0dXJl"
    const key = "ssk_0123456789abcdefghijklmnopqrstuvwxyzabcdefghi"

    const help = await Promise.all([
      at.runHere(["whoami", secret]),
      at.runHere(["token", "inspect", secret]),
      at.runHere(["errors", key, key]),
      at.runHere(["login", "--app-url", key, "--json"])
    ])

    for (const { code, errors, output } of help) {
      assert.strictEqual(code, 2)
      assert.notInclude(errors + output, secret)
      assert.notInclude(errors + output, key)
    }
    assert.include(help[1]!.errors, "stays in the shell's history")
  })
})
