/** A run of a quick start fails if anything differs from its page. */
import { once } from "node:events"
import { mkdtempSync, readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, expect, it, onTestFinished } from "vitest"
import { portsIn, takenOf } from "./ports.ts"
import { sectionOf, stepsOf, Unclear, waysOf } from "./steps.ts"
import { stepsOfTask, tasks } from "./tasks.ts"
import { follow, NotAsWritten, serves } from "./terminals.ts"

/** Creates a page from code blocks. Each block has a language or the name of a file. */
const page = (...blocks: ReadonlyArray<readonly [what: string, text: string]>): string =>
  blocks.map(([what, text]) => `\`\`\`${what}\n${text}\n\`\`\``).join("\n\nAnd then:\n\n")

const followed = async (
  text: string,
  claim: (folder: string) => Promise<void> = () => Promise.resolve(),
  opens: (url: string) => Promise<void> = () => Promise.resolve()
): Promise<string | undefined> => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-quickstart-"))
  onTestFinished(() => rm(folder, { recursive: true }))
  const env = { PATH: `${path.dirname(process.execPath)}:${process.env["PATH"]}` }
  try {
    await follow(
      { folder, tarball: "no-such.tgz", chromium: "no-such", env, opens },
      stepsOf(text),
      () => claim(folder)
    )
  } catch (error) {
    if (!(error instanceof NotAsWritten)) throw error
    return error.message.split("\n", 1)[0]
  }
  return undefined
}

const server = page(
  [
    "js [server.ts]",
    `const server = require("node:http").createServer((_, response) => response.end("here"))
server.listen(0, "127.0.0.1", () => {
  require("node:fs").writeFileSync("port", String(server.address().port))
  console.log("Listening")
})`
  ],
  ["sh", "node server.ts"],
  ["text", "Listening"]
)

describe("following a quick start", () => {
  it("the quick-start check succeeds if its commands succeed and print the shown lines, even if they change the working directory", async () => {
    const text = page(
      ["sh", "mkdir notes\ncd notes"],
      ["txt [src/words.txt]", "three short words"],
      ["sh", "cat src/words.txt\necho done"],
      ["text", "three   …  words\ndone"]
    )

    const problem = await followed(text, async (folder) => {
      assert.strictEqual(readFileSync(path.join(folder, "notes/src/words.txt"), "utf8"), "three short words\n")
    })

    assert.isUndefined(problem)
  })

  it("the quick-start check fails if a command fails, even in the middle of a block", async () => {
    assert.strictEqual(await followed(page(["sh", "false\ntrue"])), "This exited with code 1.")
  })

  it("the quick-start check fails if a shown line is missing or in a different order", async () => {
    assert.strictEqual(
      await followed(page(["sh", "echo b\necho a"], ["text", "a\nb"])),
      "This line is missing: b"
    )
  })

  it("the quick-start check fails if a command prints a warning", async () => {
    assert.strictEqual(await followed(page(["sh", "echo npm warn deprecated >&2"])), "This warned:")
  })

  it("the quick-start check ignores a warning of Next.js about a busy disk", async () => {
    const line = "⚠ Slow filesystem detected. The benchmark took 354ms."

    assert.strictEqual(await followed(page(["sh", `echo '${line}' >&2`])), await followed(page(["sh", "echo"])))
  })

  it("the quick-start check fails if a server prints an error but keeps running", async () => {
    const text = page(
      ["js [server.ts]", `console.log("Error: Route without a boundary"); setInterval(() => {}, 1000)`],
      [
        "sh",
        "node server.ts"
      ],
      ["text", "Route"]
    )

    assert.strictEqual(await followed(text), "This warned:")
  })

  it("the quick-start check keeps a server running until all checks are done, and then ends the server", async () => {
    let url = ""
    const problem = await followed(server, async (folder) => {
      url = `http://127.0.0.1:${readFileSync(path.join(folder, "port"), "utf8")}/`
      assert.strictEqual(await (await fetch(url)).text(), "here")
    })

    assert.isUndefined(problem)
    await expect(fetch(url)).rejects.toThrow()
  })

  it("the quick-start check fails if a server exits", async () => {
    assert.strictEqual(
      await followed(page(["js [server.ts]", ""], ["sh", "node server.ts"], ["text", "Listening"])),
      "This exited with code 0."
    )
  })

  it("the quick-start check stops the running emulator where the page says so", async () => {
    const emulator = `const fs = require("node:fs")
if (fs.existsSync("listening")) throw new Error("The port is in use.")
fs.writeFileSync("listening", "")
process.on("SIGINT", () => {
  fs.rmSync("listening")
  process.exit()
})
setInterval(() => {}, 1000)
console.log("Listening")`
    const start = page(["sh", "npx() { node emulator.cjs; }\nnpx latchkey emulator"], ["text", "Listening"])
    const first = `${page(["js [emulator.cjs]", emulator])}\n\n${start}\n\n`

    assert.isUndefined(await followed(`${first}Stop it: press Ctrl-C in its terminal.\n\n${start}`))
    assert.strictEqual(await followed(`${first}${start}`), "This exited with code 1.")
    assert.strictEqual(
      await followed("Stop it: press Ctrl-C in its terminal."),
      "No emulator is running that Ctrl-C could stop."
    )
  })

  it("the task with a seed stops the previous section's emulator", () => {
    const steps = stepsOfTask(tasks["github-seed"]!).map((step) => step.kind === "run" ? step.commands : step.kind)

    assert.deepStrictEqual(steps, [
      "npx latchkey emulator",
      "npm run dev",
      "write",
      "stop",
      "npx latchkey emulator --seed seed.json"
    ])
  })

  it("the quick-start check opens the URL that a command prints, and fails if the actions on that page fail", async () => {
    const text = page(["sh", "printf 'Open this link to sign in:\\n\\n  http://localhost/a?b=c\\n\\n'"])
    const opened: Array<string> = []

    assert.isUndefined(await followed(text, undefined, async (url) => void opened.push(url)))
    assert.deepStrictEqual(opened, ["http://localhost/a?b=c"])
    const refused = page(["sh", "echo 'Open this link:'\necho http://localhost/\nsleep 100"])
    assert.strictEqual(
      await followed(refused, undefined, () => Promise.reject(new NotAsWritten("no such button"))),
      "NotAsWritten: no such button"
    )
  })

  it("the quick-start check fails if the additional check of the running server fails", async () => {
    const problem = await followed(server, () => Promise.reject(new NotAsWritten("The console contains: a warning")))

    assert.strictEqual(problem, "The console contains: a warning")
  })

  it("the quick-start check detects ports that are in use before it starts", async () => {
    const other = createServer().listen(0, "127.0.0.1")
    onTestFinished(() => void other.close())
    await once(other, "listening")
    const { port } = other.address() as AddressInfo
    const ports = portsIn(`Listening on http://127.0.0.1:${port}\nOpen <http://localhost:${port}/>.`)

    assert.deepStrictEqual(ports, [port])
    assert.deepStrictEqual(await takenOf(ports), [port])

    other.close()
    await once(other, "close")
    assert.deepStrictEqual(await takenOf(ports), [])
  })

  it("a quick start can be followed with latchkey init, and by hand", () => {
    const section = (title: string, ...blocks: ReadonlyArray<readonly [what: string, text: string]>) =>
      `\n\n## ${title}\n\n${page(...blocks)}`
    const first = page(["sh", "npm init -y"], ["sh", "npx latchkey init --yes"], ["text", "Wrote .env."], [
      "sh",
      "npm run dev"
    ])
    const byHand = section("By hand", ["ini [.env]", "A=1"], ["ts [a.ts]", "a"])
    const last = section("Next", ["sh", "echo"])
    const stepNames = (text: string) =>
      Object.entries(waysOf(text)).map(([way, steps]) => [
        way,
        ...steps.map((step) => step.kind === "run" ? step.commands : step.kind === "write" ? step.file : "Ctrl-C")
      ])

    for (const text of [first + byHand + last, first + last + byHand]) {
      assert.deepStrictEqual(stepNames(text), [
        ["", "npm init -y", "npx latchkey init --yes", "npm run dev", "echo"],
        [" by hand", "npm init -y", ".env", "a.ts", "npm run dev", "echo"]
      ])
    }
    assert.deepStrictEqual(stepNames(first).map(([way]) => way), [""])
    assert.throws(() => waysOf(last + byHand), Unclear)
  })

  it("a task contains only the steps of its own section", () => {
    const text =
      "# Guide\n\n## Look\n\n```ts\na\n```\n\n## Step by step\n\n```sh\necho\n```\n\n### More\n\n```ts [a.ts]\n1\n```\n\n## Next\n"

    assert.deepStrictEqual(stepsOf(sectionOf(text, "Step by step")).map(({ kind }) => kind), ["run", "write"])
    assert.deepStrictEqual(stepsOf(sectionOf(text, "More")).map(({ kind }) => kind), ["write"])
    assert.throws(() => sectionOf(text, "Step"), Unclear)
  })

  it("every task's section has files and commands, and each server shows its first line", () => {
    for (const [name, task] of Object.entries(tasks)) {
      const commands = stepsOfTask(task).filter((step) => step.kind === "run")
      const servers = commands.filter((step) => serves(step.commands))
      if (task.begins === undefined) assert.isAtLeast(servers.length, 2, name)
      assert.isTrue(servers.every(({ shown }) => shown.length > 0), name)
      assert.isNotEmpty(commands.at(-1)?.shown, name)
    }
    assert.isAtLeast(Object.keys(tasks).length, 10)
  })

  it("the quick-start check expects commands to fail where the page shows a failed test", async () => {
    const shown = ["text", "Tests 1 failed (1)"] as const

    assert.isUndefined(await followed(page(["sh", "echo Tests 1 failed '(1)'; echo Error: wrong >&2; false"], shown)))
    assert.strictEqual(
      await followed(page(["sh", "echo Tests 1 failed '(1)'"], shown)),
      "This exited with code 0."
    )
  })

  it("the quick-start check fails for a code block of an unknown kind", () => {
    assert.throws(() => stepsOf(page(["ts", "const a = 1"])), Unclear)
  })
})
