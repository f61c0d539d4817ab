/**
 * Vitest reporter. Prints one line per file. At the end, it prints the law that each failed test shows, then the
 * failures, then the first failure of each test that passed when repeated, the ids of the failed laws, and the tests
 * that were skipped because a program is missing. The last line is `N passed, N failed` (and `, N skipped` if tests
 * were skipped), for people and programs that read only the end of the output. A file that fails to load and an error
 * outside any test count as failures. A run without tests fails.
 */
import { readFileSync } from "node:fs"
import { DefaultReporter } from "vitest/node"

const id = /^(?:[A-Z]\d{1,2}|[a-z][A-Za-z]*-\d+)$/

/** Ids at the beginning of a test's title: `D6: …`, `D6 and D7 …`. */
const lawsOf = (title) => {
  const ids = []
  for (const word of title.split(/[\s,:]+/)) {
    if (id.test(word)) ids.push(word)
    else if (word !== "and") break
  }
  return ids
}

/** The heading and the first sentence of each law in the law book. */
const sentences = () => {
  const book = readFileSync(new URL("../docs/laws.md", import.meta.url), "utf8")
  return new Map(
    [...book.matchAll(/^### (\S+) (.+)\n\n((?:.+\n)+)/gm)].map(([, law, heading, text]) => [
      law,
      `${law} ${heading}: ${/^.*?[.:](?=\s|$)/.exec(text.replaceAll("\n", " "))?.[0] ?? text.trim()}`
    ])
  )
}

/** The program without which a test or its suite is skipped, named in a title: `… (needs redis-server: install it)`. */
const programOf = (test) => {
  for (let task = test; task !== undefined && task.type !== "module"; task = task.parent) {
    const program = /\(needs ([\w.-]+)/.exec(task.name)?.[1]
    if (program !== undefined) return program
  }
  return undefined
}

export default class Report extends DefaultReporter {
  constructor(options) {
    // failed tests are listed at the end, and slow tests needn't be listed
    super({ ...options, summary: false })
  }

  onTestRunEnd(modules, unhandledErrors, reason) {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 }
    const failedLaws = new Set()
    const missing = new Map()
    const repeated = []
    for (const module of modules) {
      const before = count.failed
      for (const test of module.children.allTests()) {
        const { errors = [], state } = test.result()
        if (state === "passed" && errors.length > 0) {
          repeated.push(
            `${module.relativeModuleId} > ${test.fullName}\n${
              errors.map((error) => error.stack ?? error.message).join("\n")
            }`
          )
        }
        count[state]++
        if (state === "failed") { for (const law of lawsOf(test.name)) failedLaws.add(law) }
        const program = state === "skipped" ? programOf(test) : undefined
        if (program !== undefined) missing.set(program, (missing.get(program) ?? 0) + 1)
      }
      if (module.state() === "failed" && count.failed === before) count.failed++
    }

    if (failedLaws.size > 0) {
      const book = sentences()
      this.log("\nThese laws don't hold:\n")
      for (const law of failedLaws) this.log(`  ${book.get(law) ?? law}`)
    }
    super.onTestRunEnd(modules, unhandledErrors, reason)

    if (repeated.length > 0) this.log(`\nPassed only when repeated:\n\n${repeated.join("\n\n")}\n`)
    const executed = count.passed + count.failed > 0
    if (!executed || count.failed > 0) process.exitCode = 1
    if (!executed) this.log("No tests were run.")
    for (const [program, tests] of missing) {
      this.log(
        `Not tested, because ${program} is missing: ${tests} ${tests === 1 ? "test" : "tests"}. Install it to run them.`
      )
    }
    if (failedLaws.size > 0) this.log(`Laws that failed: ${[...failedLaws].join(", ")}`)
    const skipped = count.skipped + count.pending
    this.log(`\n${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`)
  }
}
