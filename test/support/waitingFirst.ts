/**
 * The order in which vitest runs files: those that wait for processes most of their time come first, so that none of them is
 * left over for the end, when there is nothing to run beside it.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"

const waiting = /test\/(?:examples\/fleet|src\/cli\/(?:login|demo|cli))\.test\.ts$/

const isWaiting = ({ moduleId }: TestSpecification): boolean => waiting.test(moduleId)

export class WaitingFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const sorted = await super.sort(files)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}
