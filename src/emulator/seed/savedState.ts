/**
 * Serializes the complete state of an emulator. A record that several indexes reference stays a single record. Projects
 * saved by an older version get defaults for missing fields.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TaggedError } from "../../../schemas/TaggedError.ts"
import { configLayers, projects } from "../model/index.ts"
import { empty, type Platform, type Project, type SavedKeys, type Store } from "../state/index.ts"
import { textOf } from "./stateText.ts"

/**
 * The text is not a saved state, or it is incomplete.
 *
 * @cause The file was truncated, edited, or is another file.
 * @fix Use an older copy, or start without a saved state.
 */
export class StateDamaged extends TaggedError("StateDamaged")<{
  /** Why the text was rejected. */
  readonly fault: string
}> {
  override get message(): string {
    return `This is not a complete state saved by the emulator: ${this.fault}. Use an older copy, or start without a saved state.`
  }
}

const Saved = Schema.Struct({
  format: Schema.Literal("latchkey-emulator-state"),
  version: Schema.Literal(1),
  /** Offset of the emulator's clock from the program's clock. */
  clockAdvancedMillis: Schema.Finite,
  keys: Schema.Record(Schema.String, Schema.Array(Schema.Record(Schema.String, Schema.Json)))
})

/** The serializer, loaded on first use. */
const devalue = Effect.promise(() => import("devalue"))

const decode = Schema.decodeUnknownEffect(Saved)

/** Serializes the state. The store is copied synchronously, so that no request can change it in the meantime. */
export const save = (platform: Platform, clockAdvancedMillis: number): Effect.Effect<string> =>
  Effect.flatMap(devalue, ({ stringify }) =>
    Effect.promise(async () => {
      const keys = await platform.keys.save()
      const rest = JSON.stringify({ format: "latchkey-emulator-state", version: 1, clockAdvancedMillis, keys })
      return `${rest.slice(0, -1)},"store":${await textOf(platform.store, stringify)}}`
    }))

/**
 * Replaces the emulator's state with a saved one. Returns the saved offset of the clock. A failure leaves the state
 * unchanged.
 *
 * Loading 100,000 users takes two seconds. Loading has three steps, and between these steps requests are handled with
 * the old state. The command loads the state before it listens. A worker thread wouldn't help: receiving the records
 * from it takes longer than parsing the text.
 */
export const load = (platform: Platform, text: string): Effect.Effect<number, StateDamaged> =>
  Effect.gen(function*() {
    const json = yield* attempt("it is not JSON", (): unknown => JSON.parse(text))
    const saved = yield* Effect.mapError(decode(json), ({ message }) => new StateDamaged({ fault: firstLine(message) }))
    yield* Effect.yieldNow
    const { unflatten } = yield* devalue
    const store = yield* attempt("its records are inconsistent", () => unflatten(recordsOf(json)) as unknown)
    yield* Effect.yieldNow
    if (!isStore(store)) {
      return yield* Effect.fail(new StateDamaged({ fault: "its records are not those of an emulator" }))
    }
    yield* Effect.tryPromise({
      try: () => platform.keys.load(saved.keys as SavedKeys),
      catch: () => new StateDamaged({ fault: "its signing keys are malformed" })
    })
    replace(platform.store, complete(store))
    return saved.clockAdvancedMillis
  })

const firstLine = (text: string): string => text.split("\n")[0]!

/** Returns the records without validating each one, because there may be very many. */
const recordsOf = (json: unknown) => (json as { readonly store?: any }).store

const attempt = <A>(fault: string, read: () => A): Effect.Effect<A, StateDamaged> =>
  Effect.try({ try: read, catch: () => new StateDamaged({ fault }) })

const isStore = (value: unknown): value is Store => {
  const store = value as Partial<Store> | null
  return typeof store === "object" && store !== null && store.projects instanceof Map && store.pictures instanceof Map
    && Array.isArray(store.outbox) && [...store.projects.values()].every(isProject)
}

const isProject = (value: unknown): value is Project => {
  const project = value as Partial<Project> | null
  return typeof project === "object" && project !== null && typeof project.id === "string"
    && typeof project.config === "object" && project.users instanceof Map && Array.isArray(project.usersInOrder)
    && project.sessions instanceof Map && project.codes instanceof Map && Array.isArray(project.keySets)
}

const complete = (store: Store): Store => {
  for (const project of store.projects.values()) {
    const { activity, config, createdAt, displayName, id, ownerTeamId } = project
    const fresh = projects.create(empty(), createdAt, { id, displayName, ownerTeamId, config })
    if (project.paymentAccount !== null && project.paymentAccount !== undefined) {
      // accounts of older versions were always ready
      const ready = { chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true }
      Object.assign(project, { paymentAccount: { ...ready, ...project.paymentAccount } })
    }
    const { configLayers: layers, emailTemplates, emailThemes, permissionDefinitions } = { ...fresh, ...project }
    Object.assign(project, { ...fresh, ...project, activity: { ...fresh.activity, ...activity } })
    // Older versions stored the settings, and computed the environment layer from them.
    const environment = layers.environment ?? {
      ...fresh.configLayers.environment,
      ...configLayers.entriesOf({ emailTemplates, emailThemes, permissionDefinitions })
    }
    configLayers.store(project, { ...layers, environment })
  }
  return { ...empty(), ...store }
}

/** Copies one store into another in place, so that references to the store stay valid. */
export const replace = (current: Store, by: Store): void => {
  for (const [name, value] of Object.entries(by)) {
    const target = (current as unknown as { [name: string]: unknown })[name]
    if (target instanceof Map && value instanceof Map) {
      target.clear()
      for (const [key, entry] of value) target.set(key, entry)
    } else Object.assign(current, { [name]: value })
  }
}
