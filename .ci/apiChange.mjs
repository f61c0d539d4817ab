/**
 * The public API as text, and the bump that a change requires according to https://semver.org: a new name is minor, any
 * other change is major.
 */

/** Formats the text of `.ci/api.txt`. */
export const printApi = (api) => Object.entries(api).map(([key, lines]) => `${[key, ...lines].join("\n\t")}\n`).join("")

/** Parses the text of `.ci/api.txt`. */
export const parseApi = (text) =>
  Object.fromEntries(
    text.trimEnd().split(/\n(?!\t)/).map((block) => {
      const [key, ...lines] = block.split("\n\t")
      return [key, lines]
    })
  )

const order = ["none", "patch", "minor", "major"]

export const greatest = (bumps) => order[Math.max(0, ...bumps.map((bump) => order.indexOf(bump)))]

/** Line of a class or constant that an entry exports as a type. */
export const typeOnly = "type only"

/** Returns the lines of a name's declaration, in whichever entry it is declared. */
const linesIn = (api, key) => {
  const [line, ...rest] = api[key]
  return line.startsWith("= ") ? [...api[line.slice(2)].filter((each) => each !== typeOnly), ...rest] : api[key]
}

/** Whether adding the member breaks no program: a class member or an optional one. */
const isExtra = (lines, line) =>
  line.startsWith("  ") && (lines[0].startsWith("class") || /^ {2}(?:readonly )?\w+\?/.test(line))

const changeOf = (key, before, after) => {
  if (!(key in before)) return [{ bump: "minor", what: `${key} is removed` }]
  if (!(key in after)) return [{ bump: "major", what: `${key} is gone` }]
  const [was, is] = [linesIn(before, key), linesIn(after, key)]
  const gone = was.filter((line) => !is.includes(line)).map((line) => `- ${line.trim()}`)
  const added = is.filter((line) => !was.includes(line))
  if (gone.length === 0 && added.length === 0) return []
  const bump = gone.length === 0 && added.every((line) => isExtra(is, line)) ? "minor" : "major"
  return [{ bump, what: [key, ...gone, ...added.map((line) => `+ ${line.trim()}`)].join("\n    ") }]
}

/** Lists all changed names. Conservative: a change that may break a program counts as breaking. */
export const changesOf = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((key) => changeOf(key, before, after))

const numbersOf = (version) => version.split(".").map(Number)

/**
 * Returns the bump that the changes require. Before 1.0.0, a minor version may break programs, and a patch may add
 * names.
 */
export const neededBump = (changes, version) => {
  const bump = greatest(changes.map(({ bump }) => bump))
  if (numbersOf(version)[0] > 0 || bump === "none") return bump
  return bump === "major" ? "minor" : "patch"
}

/** Returns the bump from one version to another. */
export const bumpBetween = (from, to) => {
  const [a, b] = [numbersOf(from), numbersOf(to)]
  return ["major", "minor", "patch"].find((_, at) => a[at] !== b[at]) ?? "none"
}

export const fits = (given, needed) => order.indexOf(given) >= order.indexOf(needed)
