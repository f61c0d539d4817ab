import { createRequire } from "node:module"
import * as path from "node:path"
import { bad, doubtful, type Finding, good } from "./finding.ts"

const versionOf = (name: string, from: string): string | undefined => {
  try {
    return (createRequire(from)(`${name}/package.json`) as { readonly version: string }).version
  } catch {
    return undefined
  }
}

/** Checks the versions of Node, Effect and React. */
export const versions = (): ReadonlyArray<Finding> => {
  const here = import.meta.url
  const app = path.join(process.cwd(), "package.json")
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
  const effect = versionOf("effect", here)
  const theirs = versionOf("effect", app)
  const react = versionOf("react", app)
  const found = [
    `latchkey ${versionOf("latchkey", here)}`,
    `Node ${process.versions.node}`,
    `effect ${effect}`,
    ...(react === undefined ? [] : [`react ${react}`])
  ].join(", ")
  if (major < 20 || (major === 20 && minor < 16)) return [bad("Versions", found, "Update Node to 20.16 or newer.")]
  if (theirs !== undefined && theirs !== effect) {
    return [
      bad(
        "Versions",
        `${found}; the app has effect ${theirs}`,
        "Keep one copy: npm install effect@^4.1.0, then npm dedupe."
      )
    ]
  }
  if (react !== undefined && Number(react.split(".")[0]) < 18) {
    return [doubtful("Versions", found, "latchkey/react needs react 18 or newer: npm install react@19 react-dom@19.")]
  }
  return [good("Versions", found)]
}
