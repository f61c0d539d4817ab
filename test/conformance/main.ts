/**
 * How near contract and emulated platform are to the real one:
 *
 *     npm run conformance -- <folder>               recorded exchanges against the contract
 *     npm run conformance -- --emulator <folder>    the recorded requests, put to the emulator of that revision
 *     npm run conformance -- --live <url>           scenarios of our own, on any platform
 *
 * The second one fails with a difference that `emulator/knownDifferences.json` does not list, and with one that it lists in
 * vain; `--prune` takes the latter off the list.
 *
 * The last one takes project and keys from the environment, under the names that programs use; `CONFORMANCE_CALLBACK_URL`
 * is a page that the project trusts, `CONFORMANCE_OUTBOX_URL` tells the mails to `?address=`. It makes users and teams and
 * deletes them.
 *
 * Exit code 0 when nothing failed, 1 when something did, 2 when the folder or the platform cannot be used.
 */
import * as Effect from "effect/Effect"
import { run } from "./run.ts"

const { code, lines } = await Effect.runPromise(run(...process.argv.slice(2)))

if (code === 2) console.error(lines.join("\n"))
else console.log(lines.join("\n"))

process.exitCode = code
