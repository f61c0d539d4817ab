/** One Chromium for the whole run; tests connect to it and open contexts of their own. Vitest's global set-up. */
import chromium from "@sparticuz/chromium"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { chromium as playwright } from "playwright-core"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Where Chromium listens, on loopback. */
    readonly chromium: string
  }
}

const cache = fileURLToPath(new URL("../../node_modules/.cache/latchkey", import.meta.url))
const unpacked = path.join(cache, "chromium-153.0.0")

/**
 * Chromium comes packed and unpacks into the folder for temporary files. Here that is one inside node_modules, put in
 * place by a rename, so that two runs at once never start a half-written program.
 */
const executable = async (): Promise<string> => {
  if (!existsSync(unpacked)) {
    await mkdir(cache, { recursive: true })
    const folder = await mkdtemp(path.join(cache, "unpacking-"))
    const before = process.env.TMPDIR
    process.env.TMPDIR = folder
    await chromium.executablePath().finally(() => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
    })
    await rename(folder, unpacked).catch(() => rm(folder, { recursive: true }))
  }
  return path.join(unpacked, "chromium")
}

export default async ({ provide }: TestProject) => {
  const server = await playwright.launchServer({
    executablePath: await executable(),
    host: "127.0.0.1",
    args: [
      "--headless",
      "--no-sandbox",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      "--disable-sync"
    ]
  })
  provide("chromium", server.wsEndpoint())
  return () => server.close()
}
