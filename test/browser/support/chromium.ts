/** Chromium, unpacked before any test needs it. Vitest's global set-up. */
import chromium from "@sparticuz/chromium"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** The program, a file. */
    readonly chromium: string
  }
}

const cache = fileURLToPath(new URL("../../../node_modules/.cache/latchkey", import.meta.url))
const unpacked = path.join(cache, "chromium-153.0.0")

/**
 * Chromium comes packed and unpacks into the folder for temporary files. Here that is one inside node_modules, put in
 * place by a rename, so that two runs at once never start a half-written program.
 */
export const executable = async (): Promise<string> => {
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

export default async ({ provide }: TestProject) => provide("chromium", await executable())
