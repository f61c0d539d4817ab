/**
 * Looks at the package as others install it, as part of `npm run pack:check`: what publint says, the size of the tarball,
 * its files, and the packages that come along. Exit code 1 when something is more than it may be. How soon it starts is
 * measured by `npm run bench`, on a machine that does nothing else.
 */
import { publint } from "publint"
import { formatMessage } from "publint/utils"
import { build } from "./dist.ts"
import { packed } from "./tarball.ts"

/** Most that the tarball and an installation may have. */
const gates = { bytes: 1_100_000, files: 505, packages: 8 }

build()
const [facts, said] = await packed(async (folder) => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true, pack: false })
  // the sources are there in the repository alone, where its own tools ask for them
  const ours = messages.filter((message) => !message.args || !JSON.stringify(message).includes("latchkey-source"))
  return ours.map((message) => formatMessage(message, pkg) ?? message.code)
})
console.log(`tarball ${facts.bytes} bytes, ${facts.files} files; npm install: ${facts.packages} packages`)
const faults = [
  ...said,
  ...(["bytes", "files", "packages"] as const).filter((what) => facts[what] > gates[what]).map((what) =>
    `${facts[what]} ${what} are more than ${gates[what]}`
  )
]
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
