/** Names and initials of users and teams, for display. */

/** Invisible characters: blanks, control and format characters, fillers, variation selectors. */
const invisible = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{DI}\u2800]/gu

/** Removes the invisible characters. */
export const visibleText = (text: string): string => text.replace(invisible, "")

/** Returns the name, or `undefined` if the name is missing or has no visible character. */
export const visibleName = (name: string | null | undefined): string | undefined =>
  name == null || visibleText(name) === "" ? undefined : name

/**
 * Returns the name to display for a user: the display name if it has a visible character, else the email address, else
 * the id.
 */
export const userNameOf = ({ displayName, id, primaryEmail }: {
  readonly displayName: string | null
  readonly id: string
  readonly primaryEmail: string | null
}): string => visibleName(displayName) ?? primaryEmail ?? id

/** A grapheme, for browsers without `Intl.Segmenter`: flags, skin tones, joined emoji, accents. */
const character = /\p{RI}{2}|.[\p{M}\p{EMod}\u{E0020}-\u{E007F}]*(?:\u200D.[\p{M}\p{EMod}]*)*/gsu

/** Returns the first visible character of a name in upper case, or `undefined` if there is none. */
export const initialOf = (name: string): string | undefined => {
  const characters = Intl.Segmenter === undefined
    ? name.match(character) ?? []
    : Array.from(new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(name), ({ segment }) => segment)
  return characters.find((each) => visibleText(each) !== "")?.toUpperCase()
}

/** Returns one of twelve hues in degrees of OKLCH. An id always has the same hue. */
export const hueOf = (id: string): number =>
  [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % 12 * 30
