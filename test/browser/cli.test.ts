/** Signing in from a terminal: a pseudo-terminal, and the browser that opens its link. */
import * as Redacted from "effect/Redacted"
import { existsSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs"
import { readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { assert, describe, it, onTestFinished } from "vitest"
import { atHand, inTerminal } from "../support/processes/pseudoTerminal.ts"
import { site } from "./site.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))

const ada = { email: "ada@example.com", password: "correct horse", displayName: "Ada" }

/** Creates a folder with a fake browser, which records the URL that it opens. */
const folderWithBrowser = () => {
  const folder = mkdtempSync(path.join(tmpdir(), "latchkey-terminal-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const noted = path.join(folder, "opened")
  const browser = path.join(folder, "browser")
  writeFileSync(browser, `#!/bin/sh\nprintf '%s' "$1" > '${noted}.tmp' && mv '${noted}.tmp' '${noted}'\n`, {
    mode: 0o755
  })
  const opened = new Promise<string>((resolve) => {
    const watcher = watch(folder, () => existsSync(noted) && resolve(readFile(noted, "utf8")))
    onTestFinished(() => watcher.close())
  })
  return { folder, browser, opened }
}

describe.skipIf(!atHand)("signing in from a terminal", () => {
  const at = site({ page: "cliConfirm.ts", users: [ada] })

  const start = (file: string, ...args: ReadonlyArray<string>) => {
    const { browser, folder, opened } = folderWithBrowser()
    const again = (...args: ReadonlyArray<string>) => {
      const terminal = inTerminal(process.execPath, [
        "--conditions=latchkey-source",
        "--disable-warning=ExperimentalWarning",
        path.join(root, file),
        ...args
      ], {
        cwd: folder,
        env: {
          HOME: folder,
          XDG_CONFIG_HOME: folder,
          BROWSER: browser,
          APP_URL: at.url,
          HEXCLAVE_API_URL: at.platform.baseUrl,
          HEXCLAVE_PROJECT_ID: at.platform.project.projectId,
          HEXCLAVE_PUBLISHABLE_CLIENT_KEY: Redacted.value(at.platform.project.publishableClientKey),
          NEXT_PUBLIC_STACK_API_URL: at.platform.baseUrl,
          NEXT_PUBLIC_STACK_PROJECT_ID: at.platform.project.projectId,
          NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY: Redacted.value(at.platform.project.publishableClientKey)
        }
      })
      onTestFinished(terminal.kill)
      return terminal
    }
    return { terminal: again(...args), again, opened, folder }
  }

  it("examples/cli opens the browser, shows the signed-in user, keeps the session, and deletes it with logout", async () => {
    const { again, folder, opened, terminal } = start("examples/cli/main.ts")
    const [, printed] = await terminal.shows(/\n\s+(http:\S+)\r?\n/)

    const page = await at.open(await opened)
    await page.getByRole("button", { name: "Sign in as Ada and confirm" }).click()
    await page.getByText("Signed in. You can close this page.").waitFor()

    const { code, shown } = await terminal.ended
    assert.strictEqual(await opened, printed)
    assert.strictEqual(code, 0, shown)
    assert.match(shown, /You are Ada\.\r\n$/)

    assert.strictEqual((await again().ended).shown, "You are Ada.\r\n")

    assert.strictEqual((await again("logout").ended).shown, "Signed out.\r\n")
    assert.deepStrictEqual(readdirSync(path.join(folder, "who-am-i")), [])
  })

  it("the confirmation page can't confirm a CLI login without a signed-in user, and the terminal keeps waiting", async () => {
    const { opened, terminal } = start("examples/cli/main.ts")

    const page = await at.open(await opened)
    await page.getByRole("button", { name: "Confirm signed out" }).click()
    await page.getByText("You need to be signed in for this. Sign in and try again.").waitFor()

    terminal.type("\u0003")
    assert.notInclude((await terminal.ended).shown, "You are")
  })

  it("latchkey login shows that it is waiting, and stores the session for the next command", async () => {
    const { again, opened, terminal } = start("src/cli/main.ts", "login", "--app-url", at.url)
    await terminal.shows(/the link expires in 2 hours …/)

    const page = await at.open(await opened)
    await page.getByRole("button", { name: "Sign in as Ada and confirm" }).click()

    const { code, shown } = await terminal.ended
    assert.strictEqual(code, 0, shown)
    assert.include(shown, "Signed in as \u001b[1mAda\u001b[0m.")
    assert.include((await again("whoami").ended).shown, "\u001b[1mAda\u001b[0m, ada@example.com")
  })
})
