/**
 * All tests of a subject as one file: its modules are read once for them, and which test runs which line is told of one file
 * alone where files share a worker.
 */
import { globSync } from "node:fs"
import * as path from "node:path"

const root = path.resolve(import.meta.dirname, "../..")

for (const file of globSync((process.env["MUTATION_TESTS"] ?? "").split(";"), { cwd: root }).toSorted()) {
  await import(path.join(root, file))
}
