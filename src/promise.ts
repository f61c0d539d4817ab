/** Latchkey for programs that write promises. Effect is inside, and stays there. */
export type { ClientOptions } from "./Client.ts"
export { NotSignedIn } from "./NotSignedIn.ts"
export { ClientDisposed } from "./promise/ClientDisposed.ts"
export { createClient, type LatchkeyClient } from "./promise/createClient.ts"
export type { CallOptions } from "./promise/Host.ts"
export { type Disposable, makeAsync, type Needs, type Picked, type Promised } from "./promise/makeAsync.ts"
export type { ClientSession, PlainSessionState } from "./promise/session.ts"

/** The text of a secret that an answer carries. */
export { value as reveal } from "effect/Redacted"

// what calls reject with
export * from "../schemas/errors/index.ts"
export { KnownError } from "../schemas/KnownError.ts"
