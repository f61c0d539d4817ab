/**
 * Writes the software bill of materials, CycloneDX 1.5 as JSON, to a file or the console: `npm run prove sbom -- FILE`.
 * Unlike `npm sbom`, the list also includes the packages that are bundled in `dist/`, as components of the package
 * itself. The list contains no time and no serial number, so that the same lock file and the same `dist/` always
 * produce the same list.
 */
import { writeFileSync } from "node:fs"
import { inside, installedAlong, manifest } from "./shipped.mjs"

const purl = ({ name, version }) => `pkg:npm/${name.replace("@", "%40")}@${version}`

/** Converts the first hash of an entry in the lock file, such as `sha512-` and base64, to CycloneDX's format. */
const hashes = (integrity) => {
  const [, content] = /^sha512-(\S+)/.exec(integrity ?? "") ?? []
  return content === undefined
    ? {}
    : { hashes: [{ alg: "SHA-512", content: Buffer.from(content, "base64").toString("hex") }] }
}

const component = (found, ref = purl(found)) => ({
  "bom-ref": ref,
  type: "library",
  name: found.name,
  version: found.version,
  scope: "required",
  ...hashes(found.integrity),
  licenses: [{ license: { id: found.license } }],
  purl: purl(found)
})

const along = installedAlong()
const refAt = new Map(along.map((found) => [found.place, purl(found)]))
const direct = along.filter(({ name, place }) =>
  place === `node_modules/${name}` && (name in manifest.dependencies || name in manifest.peerDependencies)
)
const itself = component(manifest)

const bill = {
  $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
  bomFormat: "CycloneDX",
  specVersion: "1.5",
  version: 1,
  metadata: {
    component: {
      ...itself,
      description: manifest.description,
      externalReferences: [{ type: "vcs", url: manifest.repository.url }],
      components: inside().map((found) => component(found, `inside:${purl(found)}`))
    }
  },
  components: along.map((found) => component(found)),
  dependencies: [
    { ref: itself["bom-ref"], dependsOn: direct.map((found) => purl(found)) },
    ...along.map((found) => ({ ref: purl(found), dependsOn: found.dependencies.map((place) => refAt.get(place)) }))
  ]
}

const text = `${JSON.stringify(bill, null, 2)}\n`
const [file] = process.argv.slice(2)
if (file === undefined) process.stdout.write(text)
else {
  writeFileSync(file, text)
  const parts = bill.metadata.component.components.length
  console.log(`${file}: ${bill.components.length} installed packages, ${parts} bundled packages`)
}
