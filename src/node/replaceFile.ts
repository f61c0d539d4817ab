import { randomBytes } from "node:crypto"
import { open, readdir, rename, rm } from "node:fs/promises"
import * as path from "node:path"

/**
 * Puts the text into a file of mode 0600, as a whole or not at all, and waits until it is on the disk. Rejects with the
 * system's error; the file is then as it was.
 */
export const replaceFile = async (
  file: string,
  text: string,
  /** Where the text is until it is moved. @default a name of its own, for another process may be writing at the same time */
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
  // the new name itself; not every system lets a folder be opened
  const folder = await open(path.dirname(file), "r").catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/**
 * Removes what processes that were killed while they replaced the file left beside it. Call it only where no other process may be
 * replacing the file.
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
