/** The people, devices and tabs of a simulation, as actions and laws see them. */
import type * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { Project } from "../../../layers/call/index.ts"
import type { LedgerEntry } from "../../../layers/observe/ledger/index.ts"
import type { Session } from "../../../layers/session/index.ts"
import type { ClientAccess, ServerAccess } from "../../../schemas/access.ts"
import type { EmulatorHandle } from "../../emulator/index.ts"
import type { SharedClient } from "../../promise/index.ts"

/** Services of a client, which an app and its actions run with. With `ServerAccess`, a tab can act as a back end. */
export type ClientServices = ClientAccess | ServerAccess | Session | Project

/** A user of the emulator. */
export interface Person {
  readonly name: string
  readonly userId: string
  readonly email: string
  readonly password: string
}

/** A tab, which is a separate client. The tabs of a device share a session. */
export interface Tab<Name extends string = string> {
  /** Name of the device, with the number of the tab if the device has several. */
  readonly name: string
  readonly device: string
  /** Owner of the device. */
  readonly owner: Person
  /** The people of the simulation by name. */
  readonly people: { readonly [Key in Name]: Person }
  readonly session: Session["Service"]
  /** The same client with promises. */
  readonly client: SharedClient
  /** Returns the person whose session the tab has; `undefined` if signed out, or if the user isn't in the simulation. */
  readonly person: () => Person | undefined
  /** Returns the session's events, oldest first. */
  readonly ledger: () => ReadonlyArray<LedgerEntry>
}

/** An action that has begun. */
export interface SimulatedAction {
  readonly name: string
  readonly tab: string
  /** Name of the person who was signed in when the action began. */
  readonly person: string | undefined
  /** Times in milliseconds since the start of the run. `endedAt` is missing while the action runs. */
  readonly beganAt: number
  readonly endedAt: number | undefined
  /** How the action ended: `succeeded`, `interrupted`, or the tag of its error. */
  readonly result: string | undefined
}

/** A request of an app to the platform, in a simulation. */
export interface SimulatedRequest {
  /** Number of the request, from 1. */
  readonly id: number
  readonly tab: string
  readonly device: string
  /**
   * Times in milliseconds since the start of the run. `endedAt` is missing until the response arrives, the connection is
   * lost, or the tab aborts the request.
   */
  readonly sentAt: number
  readonly endedAt: number | undefined
  /** Name of the endpoint, such as `users.getMe`. */
  readonly endpoint: string | undefined
  /** Id of the user whose access token the request contains. */
  readonly userId: string | undefined
  /** Name of the person whose session the tab had when it sent the request. */
  readonly person: string | undefined
  /** Status of the platform's response; missing until there is one, or if the connection was lost first. */
  readonly status: number | undefined
  readonly errorCode: string | undefined
  /** Whether the request or its response was lost, or the tab aborted the request. */
  readonly isLost: boolean
  /** Whether the platform began a session with this request. */
  readonly beginsSession: boolean
  /** The action that sent the request; missing for requests of the app itself, and of programs with promises. */
  readonly action: SimulatedAction | undefined
}

/** A session that ended in a tab. */
export interface SimulatedEnd {
  readonly tab: string
  readonly device: string
  /** Milliseconds since the start of the run. */
  readonly at: number
  /** The entry of the tab's ledger. */
  readonly entry: Extract<LedgerEntry, { readonly _tag: "Ended" }>
}

/** A tab and the app in it. */
export interface OpenTab<App, Name extends string = string> extends Tab<Name> {
  readonly app: App
}

/** State of a simulation, for laws. */
export interface World<App, Name extends string = string> {
  /** The open tabs in which the app has started. */
  readonly tabs: ReadonlyArray<OpenTab<App, Name>>
  readonly people: { readonly [Key in Name]: Person }
  readonly requests: ReadonlyArray<SimulatedRequest>
  readonly actions: ReadonlyArray<SimulatedAction>
  /** The sessions that ended in a tab. */
  readonly ends: ReadonlyArray<SimulatedEnd>
  readonly emulator: EmulatorHandle
  /** Milliseconds since the start of the run. */
  readonly now: number
  /** Whether all faults have ended, and every action has had ten minutes to end. */
  readonly isOver: boolean
}

/** Options for a device. */
export interface DeviceOptions<Name extends string = string> {
  /** Name of the person signed in at the start, or of the person that an agent works for. */
  readonly owner: Name
  /** Whether the device starts with a session of its owner. Without one, it can be the machine of an agent. @default true */
  readonly signedIn?: boolean | undefined
  /** Number of tabs. @default 1 */
  readonly tabs?: number | undefined
}

/** Builds the app in a tab. Runs again when a closed tab opens. */
export type MakeApp<App, Name extends string = string> = (
  tab: Tab<Name>
) => Effect.Effect<App, unknown, ClientServices | Scope.Scope> | PromiseLike<App> | App

/**
 * Action of a person, or of an agent, in a tab. The world contains the other tabs, whose screens a person may look at: an
 * agent's code, for example.
 */
export type Action<App, Name extends string = string> = (
  app: App,
  tab: Tab<Name>,
  world: World<App, Name>
) => Effect.Effect<unknown, unknown, ClientServices> | PromiseLike<unknown> | void

/**
 * Checks a world. A law is broken if it returns `false` or a string that describes the problem, or if it throws, as a
 * failed assertion does.
 */
export type Law<App, Name extends string = string> = (
  world: World<App, Name>
) => LawResult | Effect.Effect<LawResult, unknown>

/** Result of a law: `true` or nothing if the law holds; otherwise `false` or the problem. */
export type LawResult = boolean | string | void
