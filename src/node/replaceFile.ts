import { randomBytes } from "node:crypto"
import { open, readdir, rename, rm } from "node:fs/promises"
import * as path from "node:path"

/**
 * Replaces a file of mode 0600 atomically and waits until it is on disk. Rejects with the system's error and leaves the
 * file unchanged in that case.
 */
export const replaceFile = async (
  file: string,
  text: string,
  /** Temporary file. @default a unique name, because another process may be writing at the same time */
  beside = `${file}.${randomBytes(6).toString("hex")}.tmp`
): Promise<void> => {
  try {
    const handle = await open(beside, "wx", 0o600)
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
  // flush the new directory entry too; not every system allows opening a folder
  const folder = await open(path.dirname(file), "r").catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/**
 * Removes temporary files left behind by killed processes. Call it only if no other process may be replacing the file.
 */
export const removeLeftBeside = async (file: string): Promise<void> => {
  const folder = path.dirname(file)
  const name = path.basename(file)
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const isOurs = entry.isFile() && entry.name.startsWith(`${name}.`)
      && /^\.[\da-f]{12}\.tmp$/.test(entry.name.slice(name.length))
    if (isOurs) await rm(path.join(folder, entry.name), { force: true }).catch(() => {})
  }
}
