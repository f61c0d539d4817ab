/** Text of files: UTF-8, line endings and indentation. */

/** Decodes UTF-8 with its byte order mark. Returns `undefined` for other encodings. */
export const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    // UTF-16 without a byte order mark is valid UTF-8 with null characters
    return text.includes("\0") ? undefined : text
  } catch {
    return undefined
  }
}

/** Returns the line ending before a position, or else the next one after it. The default is `\n`. */
export const lineEndAt = (text: string, at: number): string => {
  const before = text.lastIndexOf("\n", at - 1)
  const end = before >= 0 && at > 0 ? before : text.indexOf("\n", at)
  if (end >= 0) return text[end - 1] === "\r" ? "\r\n" : "\n"
  return text.includes("\r") ? "\r" : "\n"
}

/** Replaces `\n` with another line ending. */
export const withLineEnds = (code: string, lineEnd: string): string => code.replaceAll("\n", lineEnd)

/** Returns the start of the line that contains a position. A byte order mark isn't part of the first line. */
export const lineStart = (text: string, at: number): number => {
  const end = Math.max(text.lastIndexOf("\n", at - 1), text.lastIndexOf("\r", at - 1))
  return at === 0 || end < 0 ? (text.startsWith("\ufeff") && at > 0 ? 1 : 0) : end + 1
}

/** Returns the end of the line that contains a position, before its line ending. */
export const lineStop = (text: string, at: number): number => {
  let stop = at
  while (stop < text.length && text[stop] !== "\n" && text[stop] !== "\r") stop++
  return stop
}

/** Returns the white space at the start of the line that contains a position. */
export const indentAt = (text: string, at: number): string => {
  const start = lineStart(text, at)
  let stop = start
  while (text[stop] === " " || text[stop] === "\t") stop++
  return text.slice(start, stop)
}

/** Returns one level of indentation: a tab, or the smallest indentation of a line with at least two spaces. */
export const indentUnit = (text: string): string => {
  let spaces = 0
  for (const line of text.split(/\r\n?|\n/)) {
    const white = /^[ \t]*/.exec(line)![0]
    if (white.startsWith("\t")) return "\t"
    const isComment = line[white.length] === "*"
    if (white.length >= 2 && white.length < line.length && !isComment) {
      spaces = spaces === 0 ? white.length : Math.min(spaces, white.length)
    }
  }
  return " ".repeat(spaces === 0 ? 2 : Math.min(spaces, 8))
}
