/** Replaces the parts of URLs and paths, so that a program can still read the parameters of a link. */
import { parseUrl } from "../../../schemas/address.ts"
import { isContractName, isHarmlessHost, isPathWord } from "./harmless.ts"
import { field, type Place, root } from "./places.ts"
import { spellings } from "./standIns.ts"

/** Replaces a string, unless the string is harmless in its place. */
export type Replace = (text: string, place: Place) => string

/** Returns a path, or an http or https URL, with its parts replaced; `undefined` for other strings. */
export const inAddress = (text: string, place: Place, replace: Replace): string | undefined => {
  const [whole, scheme = "", authority = "", path = "", query = "", fragment = ""] =
    /^(?:(https?:\/\/)([^/?#\s]+)|(?=\/))(\/[^?#\s]*)?(\?[^#\s]*)?(#\S*)?$/i.exec(text) ?? []
  if (whole === undefined || (scheme !== "" && parseUrl(text) === undefined)) return undefined
  return scheme.toLowerCase() + (scheme === "" ? "" : inAuthority(authority, place, replace))
    + inPath(path, place, replace) + inParameters(query, place, replace) + inParameters(fragment, place, replace)
}

const inAuthority = (authority: string, { path }: Place, replace: Replace): string => {
  const at = authority.lastIndexOf("@")
  const user = authority.slice(0, Math.max(0, at))
  const [, host = "", port = ""] = /^(.*?)(:\d{1,5})?$/.exec(authority.slice(at + 1)) ?? []
  return (at < 0 ? "" : `${user === "" ? "" : inRaw(user, root("user", path), replace)}@`)
    + replace(host, { ...root("host", path), allows: isHarmlessHost }) + port
}

/** Replaces the parts of a path that aren't the API's own. */
const inPath = (text: string, { path }: Place, replace: Replace): string =>
  text.split("/").map((part) => inRaw(part, { ...root("path", path), allows: isPathWord }, replace)).join("/")

const inParameters = (text: string, place: Place, replace: Replace): string => {
  if (text === "") return ""
  const within = root("", place.path)
  const parameter = (part: string): string => {
    const at = part.indexOf("=")
    if (at < 0) return inRaw(part, { ...within, name: "key", allows: isContractName }, replace)
    const name = part.slice(0, at)
    return `${inRaw(name, { ...within, name: "key", allows: isContractName }, replace)}=${
      inRaw(part.slice(at + 1), field(within, isContractName(name) ? name : "key"), replace)
    }`
  }
  return text[0] + text.slice(1).split("&").map(parameter).join("&")
}

/** Replaces a part of a URL. The placeholder stands for the decoded string, which other places contain too. */
const inRaw = (raw: string, place: Place, replace: Replace): string => {
  if (raw === "" || place.allows?.(raw) === true) return raw
  for (const spelling of ["uri", "form", "escaped"]) {
    const text = decoded(raw, spelling)
    if (text === undefined || spellings[spelling]!(text) !== raw) continue
    const replaced = replace(text, place)
    if (replaced === text) return raw
    const again = spelledPattern(replaced, spelling)
    if (again !== undefined) return again
  }
  return replace(raw, place)
}

const decoded = (raw: string, spelling: string): string | undefined => {
  try {
    return decodeURIComponent(spelling === "form" ? raw.replaceAll("+", " ") : raw)
  } catch {
    return undefined
  }
}

/** Spells a string with placeholders, as it is inside a URL; `undefined` if a placeholder would need two spellings. */
const spelledPattern = (pattern: string, spelling: string): string | undefined => {
  // odd-numbered parts are placeholders
  const parts = pattern.split(/(\{\{\w+:\d+(?:\|\w+)?\}\})/)
  if (parts.some((part, at) => at % 2 === 1 && part.includes("|") && !(part.includes("|uri}") && spelling === "uri"))) {
    return undefined
  }
  return parts.map((part, at) =>
    at % 2 === 0
      ? spellings[spelling]!(part)
      : part.includes("|")
      ? part.replace("|uri}", "|uri2}")
      : part.replace("}}", `|${spelling}}}`)
  ).join("")
}
