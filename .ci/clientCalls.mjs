/**
 * Writes the client's calls, their names and the names of the flows that are loaded later into the compiled modules,
 * because the source derives them from the whole catalogue and from the flows. Browser bundles then contain no server
 * calls, and pages initially load only the names.
 */
import { writeFile } from "node:fs/promises"
import * as path from "node:path"
import { pathToFileURL } from "node:url"

/** @param {string} modules the folder of the compiled modules. */
export const listClientCalls = async (modules) => {
  const folder = path.join(modules, "src/promise")
  const { clientCalls } = await import(pathToFileURL(path.join(folder, "clientCalls.js")).href)
  const resources = Object.entries(clientCalls).map(([resource, calls]) => ({ resource, names: Object.keys(calls) }))
  const members = (of) =>
    resources.map(({ names, resource }) =>
      `  ${resource}: { ${names.map((name) => `${name}: ${of(resource, name)}`).join(", ")} }`
    ).join(",\n")
  const imports = resources.map(({ resource }) =>
    `import * as ${resource} from "../../schemas/endpoints/${resource}.js";\n`
  )
  const calls = members((resource, name) => `${resource}.${name}`)
  await writeFile(
    path.join(folder, "clientCalls.js"),
    `${imports.join("")}export const clientCalls = {\n${calls}\n};\n`
  )
  await writeFile(
    path.join(folder, "clientCallNames.js"),
    `export const clientCallNames = {\n${members(() => true)}\n};\n`
  )
  const { laterFlowNames } = await import(pathToFileURL(path.join(folder, "laterFlowNames.js")).href)
  await writeFile(
    path.join(folder, "laterFlowNames.js"),
    `export const laterFlowNames = ${JSON.stringify(laterFlowNames, null, 2)};\n`
  )
}
