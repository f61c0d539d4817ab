/** Two programs over one store of parts, which interrupt each other at every pair of calls. docs/laws.md native-1. */
import { assert, describe, it } from "@effect/vitest"
import * as parts from "../../../src/native/parts.ts"
import type { Entries } from "../../../src/native/secureModules.ts"

const key = "session"

/** What a program does, and what is stored afterwards if nothing else happens. */
type Operation = "start" | "remove" | "short" | "long"

const operations: ReadonlyArray<Operation> = ["start", "remove", "short", "long"]

const textOf = (operation: Operation, name: string): string | undefined =>
  operation === "short" ? `short ${name}` : operation === "long" ? `long ${name} `.padEnd(3000, name) : undefined

/** A program: its calls wait until they may run, and fail after its end. */
const makeProgram = (stored: Map<string, string>, use: (entries: Entries) => Promise<unknown>) => {
  let release: (() => void) | undefined
  let arrived = () => {}
  const state = { isOver: false }
  const call = async <A>(act: () => A): Promise<A> => {
    await new Promise<void>((resolve) => {
      release = resolve
      arrived()
    })
    return act()
  }
  const nextCall = () => new Promise<void>((resolve) => void (arrived = resolve))
  const first = nextCall()
  const over = use({
    get: (name) => call(() => stored.get(name)),
    set: (name, value) => call(() => stored.set(name, value)),
    remove: (name) => call(() => stored.delete(name))
  }).finally(() => {
    state.isOver = true
    arrived()
  })
  return {
    first,
    over,
    isOver: () => state.isOver,
    /** Runs this many calls, or all that are left. */
    run: async (calls: number) => {
      for (let at = 0; at < calls && !state.isOver; at++) {
        const next = nextCall()
        release!()
        await next
      }
    }
  }
}

let ids = 0

const newId = () => `id${(ids++).toString(36)}`

const perform = (operation: Operation, name: string) => async (entries: Entries) => {
  const text = textOf(operation, name)
  if (text !== undefined) return parts.write(entries, key, text, newId)
  if (operation === "remove") return parts.remove(entries, key)
  const found = await parts.read(entries, key)
  await parts.clean(entries, key)
  return found
}

const direct = (stored: Map<string, string>): Entries => ({
  get: async (name) => stored.get(name),
  set: async (name, value) => stored.set(name, value),
  remove: async (name) => stored.delete(name)
})

const before = textOf("long", "before")!

/** Stores a long value. */
const started = async () => {
  const stored = new Map<string, string>()
  await parts.write(direct(stored), key, before, newId)
  return stored
}

/** Checks that only the value and what belongs to it is stored after some changes, and nothing after a removal. */
const leavesNothing = async (stored: Map<string, string>, changes: number, what: string) => {
  const after = new Map(stored)
  for (let change = 0; change < changes; change++) {
    await parts.write(direct(after), key, textOf("long", "z")!, newId)
  }
  assert.strictEqual(after.size, 4, `values after ${changes} long texts, ${what}`)
  await parts.remove(direct(stored), key)
  assert.strictEqual(stored.size, 0, `values after a removal, ${what}`)
}

describe("two programs that interrupt each other", () => {
  for (const one of operations) {
    for (const other of operations) {
      it(`native-1: "${one}" with an interruption by "${other}" at any call, which is itself interrupted at any call, reads and leaves whole values`, async () => {
        let isLast = false
        for (let first = 0; !isLast; first++) {
          let isComplete = false
          for (let second = 1; !isComplete; second++) {
            assert.isBelow(second, 500, "the operation doesn't end")
            const stored = await started()
            const a = makeProgram(stored, perform(one, "a"))
            const b = makeProgram(stored, perform(other, "b"))
            await a.first
            await a.run(first)
            isLast = a.isOver()
            await b.first
            await b.run(second)
            isComplete = b.isOver()
            await a.run(Infinity)
            await b.run(Infinity)

            const what = `after ${first} and ${second} calls`
            const texts = new Set([textOf(one, "a"), textOf(other, "b")])
            const isChanged = one !== "start" || other !== "start"
            const found = await parts.read(direct(stored), key)
            if (one === "start" || other === "start") texts.delete(undefined)
            if (one === "remove" || other === "remove") texts.add(undefined)
            assert.include([...isChanged ? texts : [before]], found, what)
            const read = [one === "start" ? await a.over : before, other === "start" ? await b.over : before]
            if (!texts.has(undefined)) { for (const each of read) assert.include([before, ...texts], each, what) }
            await leavesNothing(stored, 1, what)
          }
        }
      })
    }
  }

  for (const one of operations) {
    for (const other of operations) {
      it(`native-1: "${one}", terminated at any call during which "${other}" ran, leaves a whole value and nothing else`, async () => {
        let isLast = false
        for (let first = 0; !isLast; first++) {
          for (const then of [0, 1, 2, 5]) {
            const stored = await started()
            const a = makeProgram(stored, perform(one, "a"))
            const b = makeProgram(stored, perform(other, "b"))
            await a.first
            await a.run(first)
            isLast = a.isOver()
            await b.first
            await b.run(Infinity)
            // the program ends after some more calls
            await a.run(then)

            const what = `after ${first} and ${then} calls`
            const found = await parts.read(direct(stored), key)
            const isRemoved = one === "remove" || other === "remove"
            const texts = [before, textOf(one, "a"), textOf(other, "b")].filter((text) => text !== undefined)
            assert.include(isRemoved ? [...texts, undefined] : texts, found, what)
            // if a program stores a part after a removal has deleted the part's slot, and is then terminated, nothing
            // finds the part
            if (other !== "remove" || then === 0) await leavesNothing(stored, 2, what)
          }
        }
      })
    }
  }
})
