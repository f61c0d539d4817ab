/** Unpacks Chromium before any test needs it. Vitest's global setup. */
import chromium from "@sparticuz/chromium"
import { existsSync } from "node:fs"
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import type { TestProject } from "vitest/node"

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the executable. */
    readonly chromium: string
  }
}

const cache = fileURLToPath(new URL("../../../node_modules/.cache/latchkey", import.meta.url))
const unpacked = path.join(cache, "chromium-153.0.0")

/**
 * Chromium unpacks itself into the folder for temporary files, which is a folder in node_modules here. A rename then
 * moves it into place, so that parallel runs never start a partially written executable.
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
