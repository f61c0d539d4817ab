/**
 * The public API as text, and the version step that a change of the API requires according to https://semver.org: a
 * minor version for a new name, a major version for any other change.
 */

/** Longer object and tuple types have one member per line. */
const widest = 100

/**
 * Splits a declaration at the members of its long object and tuple types. Lines that continue a declaration start with
 * `|`. A split replaces one space.
 */
const split = (line) => {
  if (line.length <= widest) return [line]
  const open = []
  const pairs = []
  // texts in quotes may contain brackets
  for (const { 0: found, index } of line.matchAll(/"(?:[^"\\]|\\.)*"|[{[\]};,]/g)) {
    if (found === "{" || found === "[") open.push({ start: index, separators: [] })
    else if (found === ";" || found === ",") open.at(-1)?.separators.push(index)
    else if (found === "}" || found === "]") {
      const pair = open.pop()
      if (pair !== undefined && index - pair.start > widest) pairs.push({ ...pair, end: index })
    }
  }
  /** Indentation after each split, by the position of the space. */
  const splits = new Map()
  const depthOf = (pair) => pairs.filter(({ end, start }) => start < pair.start && end > pair.end).length + 1
  for (const pair of pairs) {
    const depth = depthOf(pair)
    for (const at of [pair.start, ...pair.separators]) splits.set(at + 1, depth)
    splits.set(pair.end - 1, depth - 1)
  }
  const positions = [...splits].filter(([at]) => line[at] === " ").sort(([a], [b]) => a - b)
  return [[-1, 0], ...positions].map(([at, depth], index, all) =>
    (at < 0 ? "" : `|${"  ".repeat(depth + 1)}`) + line.slice(at + 1, all[index + 1]?.[0])
  )
}

/** Formats the API as the text of `.ci/api.txt`. */
export const printApi = (api) =>
  Object.entries(api).map(([key, lines]) => `${[key, ...lines.flatMap(split)].join("\n\t")}\n`).join("")

/** Parses the text of `.ci/api.txt` into an API. */
export const parseApi = (text) =>
  Object.fromEntries(
    text.trimEnd().replace(/\n\t\| */g, " ").split(/\n(?!\t)/).map((block) => {
      const [key, ...lines] = block.split("\n\t")
      return [key, lines]
    })
  )

const order = ["none", "patch", "minor", "major"]

export const greatest = (bumps) => order[Math.max(0, ...bumps.map((bump) => order.indexOf(bump)))]

/** Line that marks a class or constant if an entry exports only its type. */
export const typeOnly = "type only"

/**
 * Returns the lines of a name's declaration. If the name refers to another entry, returns the lines from that entry.
 */
const linesIn = (api, key) => {
  const [line, ...rest] = api[key]
  return line.startsWith("= ") ? [...api[line.slice(2)].filter((each) => each !== typeOnly), ...rest] : api[key]
}

/**
 * Whether adding the member is compatible. Only class members and optional members can be added without breaking
 * programs.
 */
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

/** Lists all changed names. A change that may break a program counts as breaking. */
export const changesOf = (before, after) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((key) => changeOf(key, before, after))

const numbersOf = (version) => version.split(".").map(Number)

/**
 * Returns the version step that the changes require. Before 1.0.0, a minor version may break programs, and a patch may
 * add names.
 */
export const neededBump = (changes, version) => {
  const bump = greatest(changes.map(({ bump }) => bump))
  if (numbersOf(version)[0] > 0 || bump === "none") return bump
  return bump === "major" ? "minor" : "patch"
}

/** Returns the step from one version to another: major, minor or patch. */
export const bumpBetween = (from, to) => {
  const [a, b] = [numbersOf(from), numbersOf(to)]
  return ["major", "minor", "patch"].find((_, at) => a[at] !== b[at]) ?? "none"
}

export const fits = (given, needed) => order.indexOf(given) >= order.indexOf(needed)
