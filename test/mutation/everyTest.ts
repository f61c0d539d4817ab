/**
 * All tests of a subject as one file: its modules are read once for them, and which test runs which line is told of one file
 * alone where files share a worker. They run in the order of the subject: a mutant costs as long as nothing has noticed it.
 */
import { globSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

for (const pattern of (process.env["MUTATION_TESTS"] ?? "").split(";")) {
  for (const file of globSync(pattern, { cwd: root }).toSorted()) await import(path.join(root, file))
}
