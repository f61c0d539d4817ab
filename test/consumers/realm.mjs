/**
 * Runs a bundle in a realm that has the globals of browsers, but not the globals of Node: `node
 * --experimental-vm-modules realm.mjs script|module <file>`. Prints the output of the bundle.
 */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import * as vm from "node:vm"
import { fetch } from "./platform.mjs"

const names = [
  "AbortController",
  "AbortSignal",
  "atob",
  "Blob",
  "BroadcastChannel",
  "btoa",
  "clearInterval",
  "clearTimeout",
  "console",
  "crypto",
  "CustomEvent",
  "DOMException",
  "Event",
  "EventTarget",
  "FormData",
  "Headers",
  "MessageChannel",
  "MessageEvent",
  "performance",
  "queueMicrotask",
  "ReadableStream",
  "Request",
  "Response",
  "setInterval",
  "setTimeout",
  "structuredClone",
  "TextDecoder",
  "TextEncoder",
  "TransformStream",
  "URL",
  "URLSearchParams",
  "WritableStream"
]

const context = vm.createContext({ ...Object.fromEntries(names.map((name) => [name, globalThis[name]])), fetch })
vm.runInContext("globalThis.self = globalThis", context)

const modules = new Map()

const moduleOf = (file) => {
  if (!modules.has(file)) {
    modules.set(
      file,
      new vm.SourceTextModule(readFileSync(file, "utf8"), {
        context,
        identifier: file,
        importModuleDynamically: async (name, { identifier }) => {
          const imported = moduleOf(path.resolve(path.dirname(identifier), name))
          await imported.link(linked)
          await imported.evaluate()
          return imported
        }
      })
    )
  }
  return modules.get(file)
}

const linked = (name, { identifier }) => moduleOf(path.resolve(path.dirname(identifier), name))

const [kind, file] = process.argv.slice(2)
if (kind === "script") vm.runInContext(readFileSync(file, "utf8"), context, { filename: file })
else {
  const entry = moduleOf(path.resolve(file))
  await entry.link(linked)
  await entry.evaluate()
}
