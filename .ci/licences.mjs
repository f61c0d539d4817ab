/**
 * Lists the licence of every package that users install. Fails for a licence that isn't permissive. `npm run prove licences`
 */
import { permissive } from "./notices.mjs"
import { inside, installedAlong, manifest } from "./shipped.mjs"

const listed = [
  { name: manifest.name, version: manifest.version, license: manifest.license, where: "itself" },
  ...installedAlong().map((found) => ({ ...found, where: "along" })),
  ...inside().map((found) => ({ ...found, where: "inside" }))
]
for (const { license, name, version, where } of listed) {
  console.log(`${where.padEnd(8)}${(license ?? "none").padEnd(14)}${name} ${version}`)
}
const refused = listed.filter(({ license }) => !permissive.includes(license))
for (const { license, name, version } of refused) {
  console.error(`${name} ${version}: its licence is ${license ?? "none"}`)
}
const kinds = [...new Set(listed.map(({ license }) => license))].sort().join(", ")
console.log(`${listed.length} packages: ${kinds}; ${refused.length} rejected`)
process.exitCode = refused.length === 0 ? 0 : 1
