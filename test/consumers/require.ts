/** CommonJS: every entry with `require`, in each supported version of Node. */
import { readFileSync } from "node:fs"
import * as path from "node:path"
import manifest from "../../package.json" with { type: "json" }
import { entriesIn } from "./compilers.ts"
import { type Consumer, greetingOf, install, run, write } from "./project.ts"

const versions = ["20.19.0", "20.20.2", "22.12.0", "22.23.3", "24.21.0"]

const { devDependencies } = manifest

const packages = {
  effect: devDependencies.effect,
  next: devDependencies.next,
  react: devDependencies.react,
  "react-dom": devDependencies["react-dom"]
}

const program = `const { createClient } = require("latchkey/promise")
const { fetch } = require("./platform.mjs")

const empty = process.argv.slice(2).filter((entry) => Object.keys(require(entry)).length === 0)
if (empty.length > 0) throw new Error("Nothing is exported by " + empty.join(", "))

const client = createClient({
  projectId: "internal",
  publishableClientKey: "pck",
  baseUrl: "https://platform.test",
  fetch
})
client.signIn.withPassword({ email: "ada@example.com", password: "correct horse battery staple" })
  .then(() => client.calls.users.getMe())
  .then((user) => console.log("Hello " + user.displayName))
`

export const requires: ReadonlyArray<Consumer> = versions.map((version) => ({
  name: `require-${version.replace(/\.\d+$/, "")}`,
  rows: (place, folderName) => {
    const folder = install(place, folderName, { ...packages, node: version })
    const entries = entriesIn(path.join(folder, "node_modules", manifest.name)).filter((name) => !name.endsWith(".css"))
    write(folder, {
      "program.cjs": program,
      "platform.mjs": readFileSync(path.join(import.meta.dirname, "platform.mjs"), "utf8")
    })
    return [{
      what: `require in Node ${version}`,
      does: () => {
        const node = path.join(folder, "node_modules/node/bin/node")
        const actual = run(node, ["--version"], folder).trim()
        if (actual !== `v${version}`) throw new Error(`The version is Node ${actual}.`)
        return `${entries.length} entries; ${greetingOf(run(node, ["program.cjs", ...entries], folder))}`
      }
    }]
  }
}))
