/**
 * Checks how closely contract and emulator match the real platform:
 *
 *     npm run prove conformance -- <folder>               recorded exchanges with the contract
 *     npm run prove conformance -- --emulator <folder>    recorded requests with the emulator of that revision
 *     npm run prove conformance -- --tape <file>          a tape from `latchkey/testing` with contract and emulator
 *     npm run prove conformance -- --live <url>           scenarios with any platform
 *
 * `--emulator` fails for a difference that `emulator/knownDifferences.json` does not list. It also fails for a listed
 * difference that no longer exists, unless you pass `--prune`, which removes it from the list.
 *
 * `--tape` fails for each response that the contract can't read, and for each that the emulator sends otherwise. The
 * emulator has the project, the keys and the users that the tape's requests and tokens name.
 *
 * `--live` reads the project and its keys from the usual environment variables. `CONFORMANCE_CALLBACK_URL` is a URL
 * that the project trusts, and `CONFORMANCE_OUTBOX_URL` returns the emails to `?address=`. `--live` creates users and
 * teams, and deletes them.
 *
 * Exit code 0: all passed. Exit code 1: failures. Exit code 2: the folder or the platform can't be used.
 */
import * as Effect from "effect/Effect"
import { run } from "./run.ts"

const { code, lines } = await Effect.runPromise(run(...process.argv.slice(2)))

if (code === 2) console.error(lines.join("\n"))
else console.log(lines.join("\n"))

process.exitCode = code
