import { randomBytes } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"
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
