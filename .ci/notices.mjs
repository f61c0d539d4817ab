/**
 * Licence notices of bundled packages. The licences require that a notice contain the package's name and the licence's
 * text.
 */
import { readdirSync, readFileSync } from "node:fs"
import * as path from "node:path"

/** Permissive licences, which require only a notice. */
export const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "Unlicense"]

const rule = `\n\n${"-".repeat(80)}\n\n`

/** Creates the notices of the packages in these folders. Fails for a package without a permissive licence. */
export const noticesOf = (folders) => {
  const notices = folders.map((folder) => {
    const { license, name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"))
    if (!permissive.includes(license)) throw new Error(`${name} ${version} is bundled, but its licence is ${license}`)
    const texts = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)/i.test(file)).sort()
      .map((file) => readFileSync(path.join(folder, file), "utf8").trim())
    return [`${name} ${version}, ${license}`, ...texts].join("\n\n")
  })
  const head = "Files of this package contain parts of the packages below, under their licences."
  return `${[head, ...notices].join(rule)}\n`
}

/** Reads the names of the packages from the notices. */
export const namedIn = (notices) =>
  notices.split(rule).slice(1).map((notice) => {
    const [, name, version, license] = /^(\S+) (\S+), (.+)/.exec(notice)
    return { name, version, license }
  })
