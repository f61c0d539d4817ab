/**
 * What the package is to cost at most, and what it may cost before the benchmark fails. A gate is a ratio, a size or a
 * count, which another machine gives too. What falls short of its goal says what its profile shows.
 */
import type { Results } from "./report.ts"
import { kilobytes } from "./weights.ts"

/** One figure. */
export interface Goal {
  readonly what: string
  readonly measured: number
  readonly goal: number
  /** What it may be at most. */
  readonly gate: number | undefined
  /** How a figure of it is written. */
  readonly show: (value: number) => string
  /** What the profile shows, where it falls short. */
  readonly why: string
}

/** Bytes, files, packages: what `npm run pack:check` allows. */
export const packageGates = { bytes: 1_075_000, files: 505, packages: 8 }

const times = (ratio: number): string => `${ratio.toFixed(2)} ×`
const millis = (time: number): string => `${time.toFixed(0)} ms`
const count = (whole: number): string => String(whole).replace(/\B(?=(\d{3})+$)/g, ",")

/** Every goal with what this run gave. */
export const goalsOf = (results: Results): ReadonlyArray<Goal> => {
  const { bundles, clients, emulator, packed, starts, verification } = results
  const start = (what: string) => starts.find((each) => each.what === what)!
  const [me] = emulator.inProcess
  const port = emulator.overPort.find(({ connections }) => connections === 32)!
  const bundle = (what: string) => bundles.find((each) => each.what.startsWith(what))!
  const begins = (what: string, against: string, goal: number, why: string): Goal => ({
    what: `\`${what}\`, beside \`${against}\``,
    measured: start(what).ratio,
    goal,
    gate: start(what).gate,
    show: times,
    why
  })
  const weighs = (what: string, goal: number): Goal => ({
    what: `${what}, esbuild, gzip`,
    measured: bundle(what).sizes.find(({ bundler }) => bundler === "esbuild")!.gzip,
    goal,
    gate: bundle(what).budget,
    show: kilobytes,
    why:
      "the part that is Effect is 40 kB of it, and a program of Effect alone that makes any call at all 32 kB; what is left "
      + "is the contract, the session, the errors and their texts"
  })
  return [
    begins(
      "import latchkey/promise",
      "import effect/Schema",
      1.6,
      "1.3 × is the reading of Effect's own 161 files, of which `effect/Schema` is 142; the schemas of 194 endpoints are the rest. "
        + "Entities that are made when they are first used were tried: 0.06 × less here, and 0.1 × more for the emulator"
    ),
    begins("import latchkey/verify", "import jose", 1.3, ""),
    begins(
      "import latchkey/emulator",
      "import effect/Schema",
      1.8,
      "the same files of Effect, and the contract of every level"
    ),
    begins("latchkey --help", "node --eval 0", 2, ""),
    {
      what: "the first call of a process, CPU",
      measured: clients.firstCall.millis,
      goal: 8,
      gate: 5 * clients.firstCall.referenceMillis,
      show: millis,
      why:
        `the first run of a program of Effect alone, with two spans, a time limit and a fetch, that decodes the same answer takes ${
          millis(clients.firstCall.referenceMillis)
        }; Node loading its WebCrypto, for the random header of each request, 3 ms. The rest is functions that run for the first `
        + "time, as many of Effect's as of ours and none more than 1 ms; Node's compile cache does not change it, nor does a retry "
        + "policy that is made only when an attempt failed"
    },
    {
      what: "a client for one request, beside a call of one that stays",
      measured: clients.perRequest.ratio,
      goal: 3.5,
      gate: 5,
      show: times,
      why:
        "of what its services take to make, half is the session with its token read anew, a sixth settings looked for in the "
        + "environment; a fifth of the time V8 collects what is left of them"
    },
    {
      what: "memory of a client that was called",
      measured: clients.calledBytes,
      goal: 15_000,
      gate: 16_000,
      show: kilobytes,
      why: "about half of it is the session's own functions and state, a seventh the facade of promises"
    },
    {
      what: "memory of a call under way",
      measured: clients.underWay.bytes,
      goal: 10_000,
      gate: 18_000,
      show: kilobytes,
      why:
        `a program of Effect alone, with two spans, a time limit and a fetch, holds ${
          kilobytes(clients.underWay.referenceBytes)
        }: three fibers and what they run; what a call and its attempt go on with is 3 kB, the request and what stops it 2 kB, `
        + "the promise with its caller's line 1 kB, the steps of Effect between them the rest"
    },
    {
      what: "`users.getMe` of the emulator in process, beside `new Response(…)` + `json()`",
      measured: me!.ratio,
      // 15,000 a second
      goal: 1e6 / 15_000 / me!.referenceMicros,
      gate: 12,
      show: times,
      why:
        "undici's Request, Headers and Response are 40 % of it, encoding the answer 20 %, Effect's fiber and generators 15 %, "
        + "keys and token 6 %"
    },
    {
      what: "the emulator on a port, beside bare `node:http`, 32 connections",
      measured: port.ratio,
      goal: 1 / 0.7,
      gate: 3.2,
      show: times,
      why:
        "of the server's CPU a bare one takes a third; the answer's encoding is 9 µs, what else a request takes in process 15 µs, "
        + "and a quarter of its time is the write, which wakes who waits for it. Answers written together at the end of a turn "
        + "were tried: 0.85 of the CPU, and no sooner, for client and server wait for each other then"
    },
    {
      what: "packages that `npm install latchkey effect` brings",
      measured: packed.packages,
      goal: 8,
      gate: packageGates.packages,
      show: count,
      why: ""
    },
    {
      what: "tarball",
      measured: packed.bytes,
      goal: 900_000,
      gate: packageGates.bytes,
      show: kilobytes,
      why:
        "declarations are 205 kB of it with the comments that editors show, docs 165 kB, packages of others inside 220 kB: those of "
        + "the embedded platform, and what sends mails for the command"
    },
    {
      what: "files of the tarball",
      measured: packed.files,
      goal: 700,
      gate: packageGates.files,
      show: count,
      why: ""
    },
    weighs("three endpoints, session, promises", 56_000),
    weighs("every client endpoint, session, promises", 65_000),
    weighs("`createClient`", 82_000),
    {
      what: "`verify`, a new token, beside bare `jose`",
      measured: verification[0]!.ratio,
      goal: 1.08,
      gate: 1.35,
      show: times,
      why:
        "its header and claims are read once more, before a key is asked for: 6 µs of a hundred; `jose` looks at the key again, "
        + "which is fetched as JSON: 2 µs; the digest that it is remembered by is 1 µs"
    }
  ]
}

/** Whether a figure is what was aimed for. */
export const isReached = ({ goal, measured }: Goal): boolean => measured <= goal

/** What is more than it may be, a sentence each. */
export const beyondGates = (goals: ReadonlyArray<Goal>): ReadonlyArray<string> =>
  goals.filter(({ gate, measured }) => gate !== undefined && measured > gate).map(({ gate, measured, show, what }) =>
    `${what}: ${show(measured)}, more than ${show(gate!)}.`
  )
