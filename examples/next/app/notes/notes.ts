/** The notes, in memory. A real app would use a database. */
const shared: { notes?: Map<string, ReadonlyArray<string>> } = globalThis as never

const notes = shared.notes ??= new Map()

export const notesOf = (userId: string): ReadonlyArray<string> => notes.get(userId) ?? []

export const keep = (userId: string, note: string): void => {
  if (note.trim() !== "") notes.set(userId, [...notesOf(userId), note])
}
