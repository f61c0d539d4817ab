/**
 * Checks the package as users install it, as part of `npm run prove package`: publint's messages, the size of the tarball,
 * and the numbers of files and installed packages. Exit code 1: a limit is exceeded. `npm run bench` measures the
 * start-up time, on an idle machine.
 */
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { build } from "./dist.ts"
import { packageGates, packed } from "./tarball.ts"

build()
const [facts, said] = await packed(async (folder) => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false })
  // the condition for sources applies only in the repository
  const ours = messages.filter((message) => !message.args || !JSON.stringify(message).includes("latchkey-source"))
  return ours.map((message) => formatMessage(message, pkg) ?? message.code)
})
console.log(`tarball ${facts.bytes} bytes, ${facts.files} files; npm install: ${facts.packages} packages`)
const faults = [
  ...said,
  ...(["bytes", "files", "packages"] as const).filter((what) => facts[what] > packageGates[what]).map((what) =>
    `${facts[what]} ${what} exceed the limit of ${packageGates[what]}`
  )
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
