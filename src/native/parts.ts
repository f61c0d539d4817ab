/**
 * Texts of any length in a store whose values have at most 2048 bytes, as `expo-secure-store` documents for its values.
 *
 * A short text is stored as it is. A long text is split into parts of one of two generations, and a head names the
 * generation, the number of parts, and the id that all parts of the write begin with. A write stores its parts in the
 * generation that the head doesn't name, then the head, and then deletes the old parts. If the app is terminated in
 * between, the old or the new text is read, but never parts of both.
 */
import type { Entries } from "./secureModules.ts"

/** Maximum size of a stored value in bytes. */
export const longestValue = 2048

type Generation = "a" | "b"

interface Head {
  readonly generation: Generation
  readonly count: number
  readonly id: string
}

/** First character of a head. Texts that begin with it are stored in parts, so that they can't be read as a head. */
const marker = "#"

const headOf = (value: string | null | undefined): Head | undefined => {
  const [, generation, count, id] = /^#([ab])\.(\d{1,6})\.([a-z\d]+)$/.exec(value ?? "") ?? []
  return id === undefined ? undefined : { generation: generation as Generation, count: Number(count), id }
}

const other = (generation: Generation | undefined): Generation => generation === "a" ? "b" : "a"

/** Keys of parts contain a dot, and the keys of {@link keyOfName} don't. */
const keyOfPart = (key: string, generation: Generation, index: number): string => `${key}.${generation}.${index}`

/**
 * Returns the key for a name. `expo-secure-store` allows letters, digits, dots, dashes and underscores. Other characters
 * are written as their hexadecimal code between underscores, and so are dots and underscores themselves.
 */
export const keyOfName = (name: string): string =>
  name === ""
    ? "__"
    : Array.from(name, (char) => /[A-Za-z\d-]/.test(char) ? char : `_${char.codePointAt(0)!.toString(16)}_`).join("")

const bytesOfCharacter = (char: string): number => {
  const code = char.codePointAt(0)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

/** Splits a text into parts of at most `limit` bytes in UTF-8. No character is split. */
export const split = (text: string, limit: number): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let part = ""
  let bytes = 0
  for (const char of text) {
    const size = bytesOfCharacter(char)
    if (bytes + size > limit) {
      parts.push(part)
      part = ""
      bytes = 0
    }
    part += char
    bytes += size
  }
  return [...parts, part]
}

/** Reads a text. Returns `undefined` if there is none, or if a part is missing or belongs to another write. */
export const read = async (entries: Entries, key: string): Promise<string | undefined> => {
  const value = await entries.get(key)
  if (typeof value !== "string") return undefined
  if (!value.startsWith(marker)) return value
  const head = headOf(value)
  if (head === undefined) return undefined
  let text = ""
  for (let index = 0; index < head.count; index++) {
    const part = await entries.get(keyOfPart(key, head.generation, index))
    if (typeof part !== "string" || !part.startsWith(`${head.id}.`)) return undefined
    text += part.slice(head.id.length + 1)
  }
  return text
}

/** Writes a text. `id` must differ from the ids of earlier writes, and contain only lower-case letters and digits. */
export const write = async (entries: Entries, key: string, text: string, id: string): Promise<void> => {
  if (!text.startsWith(marker) && split(text, longestValue).length === 1) {
    await entries.set(key, text)
    return clean(entries, key)
  }
  const generation = other(headOf(await entries.get(key))?.generation)
  const parts = split(text, longestValue - id.length - 1)
  for (const [index, part] of parts.entries()) await entries.set(keyOfPart(key, generation, index), `${id}.${part}`)
  await entries.set(key, `${marker}${generation}.${parts.length}.${id}`)
  await clean(entries, key, { generation, count: parts.length })
}

/** Deletes a text. */
export const remove = async (entries: Entries, key: string): Promise<void> => {
  await entries.remove(key)
  await clean(entries, key)
}

/**
 * Deletes the parts that don't belong to `current`. The text is stored already, so a failure is ignored: the next write
 * deletes the rest.
 */
const clean = async (entries: Entries, key: string, current?: Pick<Head, "generation" | "count">): Promise<void> => {
  try {
    for (const generation of ["a", "b"] as const) {
      const from = current?.generation === generation ? current.count : 0
      let end = from
      while (typeof await entries.get(keyOfPart(key, generation, end)) === "string") end++
      // from the last to the first, so that the next write finds the rest of an interrupted deletion
      while (end > from) await entries.remove(keyOfPart(key, generation, --end))
    }
  } catch {
    // the values that remain are not read
  }
}
