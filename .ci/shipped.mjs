/**
 * Packages that users get. They are bundled in `dist/`, according to its notices, or npm installs them, according to
 * package-lock.json: dependencies, required peer dependencies, and their dependencies.
 */
import { existsSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { namedIn } from "./notices.mjs"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const read = (name) => readFileSync(path.join(root, name), "utf8")

export const manifest = JSON.parse(read("package.json"))
const { packages } = JSON.parse(read("package-lock.json"))

/** Finds a dependency in the same way as Node, starting from the package at `at`. */
const placeOf = (at, name) => {
  for (let from = at;;) {
    const place = `${from === "" ? "" : `${from}/`}node_modules/${name}`
    if (packages[place] !== undefined) return place
    if (from === "") throw new Error(`${name} is not in package-lock.json`)
    from = from.slice(0, Math.max(0, from.lastIndexOf("node_modules/") - 1))
  }
}

const packageAt = (place) => {
  const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length)
  const { integrity, license, version } = packages[place]
  return { name, version, license, integrity, needs: Object.keys(packages[place].dependencies ?? {}), place }
}

const inOrder = (found) => found.sort((a, b) => `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, "en"))

/** Returns the installed packages, with the paths of their dependencies. */
export const installedAlong = () => {
  const optional = Object.keys(manifest.peerDependenciesMeta)
  const peers = Object.keys(manifest.peerDependencies).filter((name) => !optional.includes(name))
  const found = new Map()
  const add = (place) => {
    if (found.has(place)) return
    const { needs, ...entry } = packageAt(place)
    const dependencies = needs.map((name) => placeOf(place, name))
    found.set(place, { ...entry, dependencies })
    dependencies.forEach(add)
  }
  for (const name of [...Object.keys(manifest.dependencies), ...peers]) add(placeOf("", name))
  return inOrder([...found.values()])
}

export const inside = () => {
  const notices = "dist/THIRD-PARTY-NOTICES.txt"
  if (!existsSync(path.join(root, notices))) throw new Error(`${notices} is missing. Create it: npm run build`)
  return inOrder(
    namedIn(read(notices)).map((named) => {
      const place = Object.keys(packages).find((at) =>
        at.endsWith(`node_modules/${named.name}`) && packages[at].version === named.version
      )
      if (place === undefined) {
        throw new Error(`${named.name} ${named.version} is bundled, but not in package-lock.json`)
      }
      return { ...named, integrity: packages[place].integrity }
    })
  )
}
