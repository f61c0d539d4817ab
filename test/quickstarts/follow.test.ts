/** That a quick start which is not as written fails. */
import { once } from "node:events"
import { mkdtempSync, readFileSync } from "node:fs"
import { rm } from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { assert, describe, expect, it, onTestFinished } from "vitest"
import { portsIn, takenOf } from "./ports.ts"
import { stepsOf, Unclear } from "./steps.ts"
import { follow, NotAsWritten } from "./terminals.ts"

/** A page of blocks: `sh`, `text`, or the name of a file before each. */
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
      { folder, tarball: "no-such.tgz", chromium: "no-such", env, patienceMillis: 5000, opens },
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

describe("a quick start that is followed", () => {
  it("is as written when its commands end well and show what it shows, in the folder that they went to", async () => {
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

  it("is not when a command fails, in the midst of a block as well", async () => {
    assert.strictEqual(await followed(page(["sh", "false\ntrue"])), "This ended with code 1.")
  })

  it("is not when something is not shown, or in another order", async () => {
    assert.strictEqual(
      await followed(page(["sh", "echo b\necho a"], ["text", "a\nb"])),
      "This never showed: b"
    )
  })

  it("is not when a command warns", async () => {
    assert.strictEqual(await followed(page(["sh", "echo npm warn deprecated >&2"])), "This warned:")
  })

  it("is not when a server tells of an error and serves all the same", async () => {
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

  it("goes on while a server serves, and ends it", async () => {
    let url = ""
    const problem = await followed(server, async (folder) => {
      url = `http://127.0.0.1:${readFileSync(path.join(folder, "port"), "utf8")}/`
      assert.strictEqual(await (await fetch(url)).text(), "here")
    })

    assert.isUndefined(problem)
    await expect(fetch(url)).rejects.toThrow()
  })

  it("is not when a server does not serve", async () => {
    assert.strictEqual(
      await followed(page(["js [server.ts]", ""], ["sh", "node server.ts"], ["text", "Listening"])),
      "This ended with code 0."
    )
  })

  it("goes to the address that a command asks to open, and is not as written when that goes wrong", async () => {
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

  it("is not when a claim of it is not so", async () => {
    const problem = await followed(server, () => Promise.reject(new NotAsWritten("The console has: a warning")))

    assert.strictEqual(problem, "The console has: a warning")
  })

  it("waits for no port that something else has: they are told beforehand", async () => {
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

  it("has no block of which nobody knows what to do with it", () => {
    assert.throws(() => stepsOf(page(["ts", "const a = 1"])), Unclear)
  })
})
