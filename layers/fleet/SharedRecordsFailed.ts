/** Error of the shared store, and the error codes of Redis. */
import { TaggedError } from "../../schemas/TaggedError.ts"

/**
 * The shared store could not be reached, or refused a command. Users stay signed in.
 *
 * @cause Redis, or another store, is not running, cannot be reached, or is slower than its `timeout`.
 * @cause Redis refused the command: its memory is full (`OOM`), it is a read-only replica (`READONLY`), or its user
 * lacks a permission (`NOPERM`). `code` has Redis's error code.
 * @fix Respond with 503. Without a `code`, check that the store is running, and check its address; with a `code`,
 * follow the message.
 */
export class SharedRecordsFailed extends TaggedError("SharedRecordsFailed")<{
  readonly operation: "read" | "write"
  readonly problem: string
  /** Error code of Redis's reply, such as `OOM`. `undefined` if the store did not reply, or is not Redis. */
  readonly code?: string | undefined
}> {
  override get message(): string {
    return `The servers' shared store could not be ${this.operation === "read" ? "read" : "written"}: `
      + `${this.problem}. Respond with 503${
        this.code === undefined ? " and try again in a moment; check that the store runs and can be reached" : ""
      }.`
  }
}

/** Redis's error codes for temporary states in which it executes no command, with their meaning. */
export const transientCodes: { readonly [code: string]: string } = {
  LOADING: "it is loading its data",
  MASTERDOWN: "it is a replica that has lost its primary",
  CLUSTERDOWN: "the cluster has no node for the key",
  TRYAGAIN: "the cluster is moving the key",
  BUSY: "it is running a script"
}

/** Other error codes, with their meaning and fix. */
export const permanentCodes: { readonly [code: string]: string } = {
  OOM: "its memory is full; raise maxmemory",
  READONLY: "it is a read-only replica; connect to the primary",
  NOREPLICAS: "too few of its replicas are connected",
  MISCONF: "it cannot write to its disk",
  WRONGTYPE: "the key holds a value of another type; choose a prefix that no other program uses",
  NOPERM: "its user may not run the command; allow GET, SET, DEL, PEXPIRE, EVALSHA and SCRIPT|LOAD",
  NOAUTH: "the connection is not authenticated",
  WRONGPASS: "it does not know the user or the password",
  CROSSSLOT: "it requires a cluster client",
  MOVED: "it requires a cluster client",
  ASK: "it requires a cluster client"
}

/** Whether a reachable store refused this command and is likely to refuse it again. */
export const isRefusal = ({ code }: SharedRecordsFailed): boolean =>
  code !== undefined && transientCodes[code] === undefined
