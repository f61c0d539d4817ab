/** The vitest reporter that names what failed in a run, and why: a test, the set-up of a suite, a file, what nobody awaited. */
import * as path from "node:path"
import type { Reporter, SerializedError, TestModule } from "vitest/node"

/** Two lines: a name, and the first line of the reason. */
const line = (name: string, errors: ReadonlyArray<{ readonly message?: string }>): string =>
  `  ${name}\n    ${errors[0]?.message?.split("\n")[0] ?? "no word"}`

const failuresOf = (module: TestModule): ReadonlyArray<string> => {
  const file = path.relative(module.project.config.root, module.moduleId)
  const own = module.errors().length > 0 ? [line(file, module.errors())] : []
  const suites = [...module.children.allSuites()].filter((suite) => suite.errors().length > 0)
    .map((suite) => line(`${file}: ${suite.fullName}`, suite.errors()))
  const tests = [...module.children.allTests("failed")]
    .map((test) => line(`${file}: ${test.fullName}`, test.result().errors ?? []))
  return [...own, ...suites, ...tests]
}

export default class WhatFailed implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<SerializedError>): void {
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandledErrors.map((error) => line("outside any test", [error]))
    ]
    for (const failure of failures) console.log(failure)
  }
}
