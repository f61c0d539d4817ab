/** Atoms over cached reads. */
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as AsyncResult from "effect/reactivity/AsyncResult"
import * as Atom from "effect/reactivity/Atom"
import * as AtomRegistry from "effect/reactivity/AtomRegistry"
import { ReadCache } from "../../layers/reads/Reads.ts"
import { makeAtoms } from "../../src/atom.ts"
import { Emulator } from "../../src/emulator/index.ts"
import { currentUser } from "../../src/flows/account/index.ts"
import { signIn, signOut } from "../../src/flows/authentication/index.ts"
import { teams } from "../../src/flows/teams/index.ts"
import * as reads from "../../src/reads.ts"
import { overBothTransports } from "../support/platform/transports.ts"
import { ann, signUp } from "./emulator/support/support.ts"

overBothTransports(({ emulated }) => {
  const layer = emulated({ config: { clientTeamCreationEnabled: true } })

  /** Atoms over a new client in a registry, with functions to read and to set them. */
  const atomsOver = <R, E>(layer: Layer.Layer<R, E>, options?: Parameters<typeof makeAtoms>[1]) =>
    Effect.gen(function*() {
      const atoms = makeAtoms(layer, options)
      const registry = yield* Effect.acquireRelease(
        Effect.sync(() => AtomRegistry.make()),
        (registry) => Effect.sync(() => registry.dispose())
      )
      const run = <A, Err>(effect: Effect.Effect<A, Err, R | ReadCache>) =>
        Effect.flatMap(
          AtomRegistry.getResult(registry, atoms.runtime),
          (services) => Effect.provideContext(effect, services)
        )
      const settled = <A, Err>(atom: Atom.Atom<AsyncResult.AsyncResult<A, Err>>) =>
        AtomRegistry.getResult(registry, atom, { suspendOnWaiting: true })
      const requested = (endpoint: string) =>
        Effect.map(
          run(Emulator as unknown as Effect.Effect<Emulator["Service"], never, R>),
          ({ requests }) => requests.list().filter((request) => request.endpoint === endpoint).length
        )
      return { ...atoms, registry, requested, run, settled }
    })

  describe("latchkey/atom", () => {
    it.live("N1: one request serves all atoms of a key and their subscribers", () =>
      Effect.gen(function*() {
        const { read, registry, requested, run, settled } = yield* atomsOver(layer)
        yield* run(signUp())
        const same = { ...reads.teams }
        for (const atom of [read(reads.teams), read(same)]) registry.mount(atom)

        yield* Effect.all([settled(read(reads.teams)), settled(read(same))], { concurrency: "unbounded" })

        assert.strictEqual(read(reads.teams), read(same))
        assert.notStrictEqual(read(reads.permissions("a")) as unknown, read(reads.permissions("b")))
        assert.strictEqual(yield* requested("teams.list"), 1)
      }).pipe(Effect.scoped))

    it.live("N3: an action refreshes the atoms that it affects", () =>
      Effect.gen(function*() {
        const { action, read, registry, run, settled } = yield* atomsOver(layer)
        yield* run(signUp())
        const create = action((displayName: string) => teams.create({ displayName }))
        registry.mount(read(reads.teams))
        registry.mount(create)
        const before = yield* settled(read(reads.teams))

        registry.set(create, "Tinkers")
        const { displayName } = yield* settled(create)
        const after = yield* settled(read(reads.teams))

        assert.strictEqual(displayName, "Tinkers")
        assert.deepStrictEqual([before, after].map((each) => each.map((team) => team.displayName)), [[], ["Tinkers"]])
      }).pipe(Effect.scoped))

    it.live("N4: an atom keeps its last value after a failed refresh, and recovers with the next refresh", () =>
      Effect.gen(function*() {
        const { read, registry, run, settled } = yield* atomsOver(layer)
        yield* run(signUp())
        const atom = read(reads.currentUser)
        registry.mount(atom)
        const { id } = (yield* settled(atom))!
        const { faults } = yield* run(Emulator)
        const mend = faults.add({ endpoint: "users.getMe", respond: () => Response.json({}) })

        registry.refresh(atom)
        const failed = yield* Effect.exit(settled(atom))
        const shown = AsyncResult.value(registry.get(atom))
        mend()
        registry.refresh(atom)

        assert.isTrue(failed._tag === "Failure" && !Cause.hasDies(failed.cause))
        assert.strictEqual(shown._tag === "Some" && shown.value?.id, id)
        assert.strictEqual((yield* settled(atom))?.id, id)
      }).pipe(Effect.scoped))

    it.live("refreshing an atom requests its value again, and keeps the value in the meantime", () =>
      Effect.gen(function*() {
        const { registry, requested, run, settled, user } = yield* atomsOver(layer)
        yield* run(signUp())
        registry.mount(user)
        yield* settled(user)
        const before = yield* requested("users.getMe")

        registry.refresh(user)
        const meanwhile = registry.get(user)
        yield* settled(user)

        assert.deepStrictEqual([meanwhile._tag, meanwhile.waiting], ["Success", true])
        assert.strictEqual(yield* requested("users.getMe"), before + 1)
      }).pipe(Effect.scoped))

    it.live("U1: atoms treat anonymous and restricted users as signed out", () =>
      Effect.gen(function*() {
        const { read, registry, run, settled, user } = yield* atomsOver(
          emulated({ revision: "2026-04", config: { requireEmailVerification: true } })
        )
        registry.mount(user)
        registry.mount(read(reads.currentUser))
        const signedOut = yield* settled(user)
        yield* run(signUp())

        assert.isNull(signedOut)
        assert.isTrue((yield* settled(read(reads.currentUser)))?.isRestricted)
        assert.isNull(yield* settled(user))
      }).pipe(Effect.scoped))

    it.live("atoms show the session without a request, and the user after an action has signed in", () =>
      Effect.gen(function*() {
        const { action, registry, requested, run, session, settled, user } = yield* atomsOver(layer)
        yield* run(Effect.andThen(signUp(), signOut()))
        const enter = action(signIn.withPassword)
        for (const atom of [session, user, enter]) registry.mount(atom as Atom.Atom<unknown>)
        const before = [(yield* settled(session))._tag, yield* settled(user), yield* requested("users.getMe")]

        registry.set(enter, ann)
        yield* settled(enter)

        assert.deepStrictEqual(before, ["SignedOut", null, 0])
        assert.strictEqual((yield* settled(session))._tag, "SignedIn")
        assert.strictEqual((yield* settled(user))?.primaryEmail, ann.email)
      }).pipe(Effect.scoped))

    it.live("an action atom fails with the error of its call, and interrupts a run when it is set again", () =>
      Effect.gen(function*() {
        const { action, registry, runtime, settled } = yield* atomsOver(layer)
        yield* settled(runtime)
        const interrupted: Array<string> = []
        const act = action((name: string) =>
          name === "fail"
            ? currentUser.get({ or: "throw" })
            : Effect.onInterrupt(Effect.never, () => Effect.sync(() => void interrupted.push(name)))
        )
        registry.mount(act)

        registry.set(act, "first")
        registry.set(act, "fail")
        const failure = yield* Effect.flip(settled(act))

        assert.strictEqual(failure._tag, "NotSignedIn")
        assert.deepStrictEqual(interrupted, ["first"])
      }).pipe(Effect.scoped))

    it.live("D20: an action atom interrupts its run when the person signs out", () =>
      Effect.gen(function*() {
        const { action, registry, run, runtime, settled } = yield* atomsOver(layer)
        yield* settled(runtime)
        yield* run(signUp())
        const events: Array<string> = []
        const act = action(() =>
          Effect.onInterrupt(
            Effect.andThen(Effect.sync(() => events.push("begins")), Effect.never),
            () => Effect.sync(() => events.push("ends"))
          )
        )
        registry.mount(act)

        registry.set(act, undefined)
        yield* run(signOut())
        const exit = yield* Effect.exit(settled(act))

        assert.isTrue(Exit.hasInterrupts(exit))
        assert.deepStrictEqual(events, ["begins", "ends"])
      }).pipe(Effect.scoped))

    it.live("atoms show the values that a server has read, without a request", () =>
      Effect.gen(function*() {
        const other = yield* atomsOver(layer)
        const user = yield* other.run(Effect.andThen(signUp(), currentUser.get({ or: "throw" })))
        const initial = reads.initial(null, [reads.project, {
          ...(yield* other.settled(other.read(reads.project))),
          displayName: "Sent"
        }])
        const { read, registry, requested, runtime, settled } = yield* atomsOver(layer, { initial })
        yield* settled(runtime)

        const shown = registry.get(read(reads.project))

        assert.strictEqual(AsyncResult.isSuccess(shown) && shown.value.displayName, "Sent")
        assert.strictEqual(yield* requested("projects.getCurrent"), 0)
        assert.strictEqual(user.primaryEmail, ann.email)
      }).pipe(Effect.scoped))

    it.live("atoms use the cache of a layer that has one, and build the layer once per registry", () =>
      Effect.gen(function*() {
        let built = 0
        const counted = Layer.tap(reads.over(layer), () => Effect.sync(() => void built++))
        const { registry, run, runtime, settled, user } = yield* atomsOver(counted)
        const first = yield* run(ReadCache)

        registry.mount(user)()
        yield* Effect.sleep(0)
        yield* settled(user)

        assert.strictEqual(yield* run(ReadCache), first)
        assert.strictEqual(built, 1)
        assert.strictEqual(Context.get(yield* settled(runtime), ReadCache), first)
      }).pipe(Effect.scoped))

    it.live("every atom shows the error of a layer that can't be built", () =>
      Effect.gen(function*() {
        const broken = Layer.flatMap(layer, () =>
          Layer.effectContext(Effect.fail("no services" as const))) as unknown as Layer.Layer<
            Layer.Success<typeof layer>,
            "no services"
          >
        const { settled, session, user } = yield* atomsOver(broken)

        assert.strictEqual(yield* Effect.flip(settled(session)), "no services")
        assert.strictEqual(yield* Effect.flip(settled(user)), "no services")
      }).pipe(Effect.scoped))
  })
})
