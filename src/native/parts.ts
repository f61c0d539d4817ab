/**
 * Texts of any length in a store whose values have at most 2048 bytes, as `expo-secure-store` documents for its values.
 *
 * A short text is stored as it is. A long text is split into parts whose keys contain the random id of the write, and a
 * head names the id. If the app is terminated in between, the next start reads the old or the new text, never parts of
 * both. Several programs may share a store, such as an app and its extension, and nothing locks it.
 *
 * - A write claims a slot with its id, stores its parts, and then its head. The head also names the previous texts, which
 *   are read if the new one is incomplete. Each id stays in its slot as long as it has parts, so that they can be found.
 * - Cleaning deletes the parts of the ids that the head doesn't name. It marks the slot first and then reads the head
 *   again, while a write stores the head first and then reads its slot again. If both happen at once, at least one of
 *   them notices: the cleaning leaves the parts, or the write starts again with another id.
 * - As long as there is a text, cleaning only marks an id that no head has named, and the next cleaning deletes it.
 *   This protects a program that is terminated right after it has stored a head that names the id, because that program
 *   can't start the write again.
 */
import type { Entries } from "./secureModules.ts"

/** Maximum size of a stored value in bytes. */
export const longestValue = 2048

/** A text in parts. */
interface Stored {
  readonly id: string
  readonly count: number
}

/** Value that is stored under the key of a long text. */
interface Head {
  /** The current text, and the texts before it, the latest first. */
  readonly texts: readonly [current: Stored, ...previous: ReadonlyArray<Stored>]
  /** A short text that was stored before all of these. */
  readonly short: string | undefined
}

/** Maximum number of texts that a head names. More than two are needed only if other programs write at the same time. */
const mostTexts = 8

/** Maximum size in bytes of a text that is stored as it is, so that a head has space for it. */
export const longestShort = longestValue - mostTexts * "abcdefgh.123456,".length

interface Slot extends Stored {
  /** Whether a program is about to delete the parts. */
  readonly isMarked: boolean
}

/** First character of a head. Texts that begin with it are stored in parts, so that they can't be read as a head. */
const marker = "#"

const textOf = ({ count, id }: Stored): string => `${id}.${count}`

const storedIn = (text: string): Stored => {
  const [id, count] = text.split(".") as [string, string]
  return { id, count: Number(count) }
}

const headOf = (value: unknown): Head | undefined => {
  const [, texts, short] = /^#([a-z\d]+\.\d{1,6}(?:,[a-z\d]+\.\d{1,6})*)(?:\n([^]*))?$/.exec(String(value)) ?? []
  return texts === undefined ? undefined : { texts: texts.split(",").map(storedIn) as unknown as Head["texts"], short }
}

const textOfHead = ({ short, texts }: Head): string =>
  `${marker}${texts.slice(0, mostTexts).map(textOf).join(",")}${short === undefined ? "" : `\n${short}`}`

const slotOf = (value: unknown): Slot | undefined => {
  if (typeof value !== "string" || !/^-?[a-z\d]+\.\d{1,6}$/.test(value)) return undefined
  const isMarked = value.startsWith("-")
  return { ...storedIn(isMarked ? value.slice(1) : value), isMarked }
}

/** Number of slots: the current text, and the texts that several programs write at the same time. */
const slots = 4

/** Keys of slots and parts contain a dot, and the keys of {@link keyOfName} don't. */
const keyOfSlot = (key: string, slot: number): string => `${key}.${slot}`

const keyOfPart = (key: string, id: string, index: number): string => `${key}.${id}.${index}`

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

/** Maximum number of attempts. Each one fails only because another program changed the same text during the attempt. */
const attempts = 20

const busy = () => Object.assign(new Error("Other programs keep changing the text"), { name: "Busy" })

/** Reads a text. Returns `undefined` if there is none, or if parts are missing. */
export const read = async (entries: Entries, key: string): Promise<string | undefined> => {
  let value = await entries.get(key)
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (typeof value !== "string") return undefined
    if (!value.startsWith(marker)) return value
    const head = headOf(value)
    if (head === undefined) return undefined
    const text = await firstWhole(entries, key, head)
    const now = await entries.get(key)
    if (now === value) return text
    value = now
  }
  throw busy()
}

/** Returns the first text of a head that has all parts. */
const firstWhole = async (entries: Entries, key: string, { short, texts }: Head): Promise<string | undefined> => {
  for (const { count, id } of texts) {
    const parts: Array<string> = []
    for (let index = 0; index < count; index++) {
      const part = await entries.get(keyOfPart(key, id, index))
      if (typeof part !== "string") break
      parts.push(part)
    }
    if (parts.length === count) return parts.join("")
  }
  return short
}

/** Writes a text. `nextId` returns a new id each time, which contains only lower-case letters and digits. */
export const write = async (entries: Entries, key: string, text: string, nextId: () => string): Promise<void> => {
  if (!text.startsWith(marker) && split(text, longestShort).length === 1) {
    const before = headOf(await attempt(entries, key))
    await entries.set(key, text)
    return clean(entries, key, before?.texts)
  }
  const parts = split(text, longestValue)
  const tried: Array<Stored> = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    const next: Stored = { id: nextId(), count: parts.length }
    tried.push(next)
    const slot = await claim(entries, key, next)
    const isMine = async () => {
      const found = slotOf(await entries.get(slot))
      return found?.id === next.id && !found.isMarked
    }
    for (const [index, part] of parts.entries()) await entries.set(keyOfPart(key, next.id, index), part)
    const before = await readableBefore(entries, key)
    if (!await isMine()) continue
    await entries.set(key, textOfHead({ texts: [next, ...before.texts], short: before.short }))
    if (await isMine()) return clean(entries, key, [...tried, ...before.texts])
  }
  throw busy()
}

/** Returns the texts that a new head must name, so that the previous text is read if the new one is incomplete. */
const readableBefore = async (
  entries: Entries,
  key: string
): Promise<{ readonly texts: ReadonlyArray<Stored>; readonly short: string | undefined }> => {
  const value = await attempt(entries, key)
  const head = headOf(value)
  if (head === undefined) {
    return { texts: [], short: typeof value === "string" && !value.startsWith(marker) ? value : undefined }
  }
  const isAlone = head.texts.length === 1 && head.short === undefined
  return isAlone || !isComplete(head, await slotsOf(entries, key)) ? head : { texts: [head.texts[0]], short: undefined }
}

/** Deletes a text. */
export const remove = async (entries: Entries, key: string): Promise<void> => {
  const before = headOf(await attempt(entries, key))
  await entries.remove(key)
  await clean(entries, key, before?.texts)
}

/** Reads a value. A value that can't be read, for example because it can't be decrypted, is replaced like any other. */
const attempt = (entries: Entries, key: string): Promise<string | null | undefined> =>
  entries.get(key).catch(() => undefined)

/** Writes an id into a free slot, and returns its key. If none is free, another program's write starts again. */
const claim = async (entries: Entries, key: string, next: Stored): Promise<string> => {
  const first = Number.parseInt(next.id, 36) % slots
  const order = Array.from({ length: slots }, (_, at) => keyOfSlot(key, (first + at) % slots))
  const free = async () => {
    for (const slot of order) if (slotOf(await attempt(entries, slot)) === undefined) return slot
    return undefined
  }
  let slot = await free()
  if (slot === undefined) {
    // the first cleaning marks texts of interrupted writes, and the second deletes them
    await clean(entries, key)
    await clean(entries, key)
    slot = await free() ?? order[0]!
  }
  await entries.set(slot, textOf(next))
  return slot
}

/**
 * Deletes the parts that no head names, of interrupted writes and removals. The text is stored already, so a failure is
 * ignored: the next change or start deletes the rest.
 */
export const clean = async (
  entries: Entries,
  key: string,
  replaced: ReadonlyArray<Stored> = []
): Promise<void> => {
  try {
    await cleanAll(entries, key, replaced)
  } catch {
    // the remaining values are not read
  }
}

type Slots = ReadonlyArray<readonly [slot: string, text: Slot]>

const slotsOf = async (entries: Entries, key: string): Promise<Slots> => {
  const found: Array<Slots[number]> = []
  for (let each = 0; each < slots; each++) {
    const slot = keyOfSlot(key, each)
    const text = slotOf(await attempt(entries, slot))
    if (text !== undefined) found.push([slot, text])
  }
  return found
}

/**
 * Whether the current text is complete, and stays complete while it is the current one. The slots must have been read
 * after the head: without a mark, programs that delete the text from now on see this head.
 */
const isComplete = ({ texts: [{ id }] }: Head, found: Slots): boolean =>
  found.some(([, text]) => text.id === id && !text.isMarked)

/** Deletes the parts that no head names. `replaced`: texts that this program replaced, in case they have no slot. */
const cleanAll = async (entries: Entries, key: string, replaced: ReadonlyArray<Stored>): Promise<void> => {
  // a head that can't be read must not count as absent here
  const headNow = async () => headOf(await entries.get(key))
  const value = await entries.get(key)
  const head = headOf(value)
  const found = await slotsOf(entries, key)
  const isDone = head !== undefined && isComplete(head, found)
  const isNeeded = ({ id }: Stored, now: Head | undefined) => {
    if (now === undefined) return false
    const [current] = now.texts
    return isDone && current.id === head.texts[0].id ? id === current.id : now.texts.some((each) => each.id === id)
  }
  for (const [slot, text] of found) {
    if (isNeeded(text, head)) continue
    if (!text.isMarked) await entries.set(slot, `-${textOf(text)}`)
    // the mark stays, because another program may be deleting the parts
    if (isNeeded(text, await headNow())) continue
    const isKnown = [...replaced, ...head?.texts ?? []].some(({ id }) => id === text.id)
    // another program may be about to name the id in a head, and then be terminated: the next cleaning decides
    if (typeof value === "string" && !text.isMarked && !isKnown) continue
    await erase(entries, key, text)
    await entries.remove(slot)
  }
  for (const text of replaced) {
    if (found.some(([, { id }]) => id === text.id) || isNeeded(text, await headNow())) continue
    await erase(entries, key, text)
  }
}

/** Deletes the parts of a text, from the last to the first. */
const erase = async (entries: Entries, key: string, { count, id }: Stored): Promise<void> => {
  for (let index = count - 1; index >= 0; index--) {
    const part = keyOfPart(key, id, index)
    const isPresent = await entries.get(part).then((value) => typeof value === "string", () => true)
    if (isPresent) await entries.remove(part)
  }
}
