/** The contract between the sandbox on a page (`Sandbox.tsx`) and the frame that runs the app (`frame.tsx`). */
import type { Exchange, LoggedRequest, Mail } from "../../../../src/emulator/index.ts"
import type { Fault } from "./faults.ts"

/** Outcome of running the reader's code. */
export type Outcome =
  | { readonly _tag: "Done" }
  | {
    readonly _tag: "Failed"
    /** Tag or class of the error. */
    readonly name: string
    readonly message: string
    /** Code of the platform's error. The site has a page for each code. */
    readonly code: string | undefined
  }

/** Controls of the app and its emulator. All values are plain data, because the frame has its own globals. */
export interface Playground {
  /** Time of the app and the emulator in milliseconds. */
  readonly now: () => number
  readonly advance: (millis: number) => void
  /** The emails, oldest first. */
  readonly mails: () => ReadonlyArray<Mail>
  /**
   * Returns a document with an email's HTML, for an iframe with `sandbox="allow-scripts"`. Its policy forbids requests,
   * and its links are reported through a port (`MailFrame.tsx`).
   */
  readonly mailDocument: (html: string) => string
  /** The requests, oldest first. */
  readonly requests: () => ReadonlyArray<LoggedRequest>
  readonly exchange: (id: number) => Exchange | undefined
  readonly fault: () => Fault
  readonly setFault: (fault: Fault) => void
  /** URL of the app's page, or of the page of another site. */
  readonly url: () => string
  readonly open: (url: string) => void
  readonly back: () => void
  /** Starts the app again with the stored session, like a reload of its page. */
  readonly reload: () => void
  /** Runs code of the reader. Never rejects. */
  readonly run: (code: string, print: (line: string) => void) => Promise<Outcome>
}

/** Values that the sandbox sets on the frame's element, for the frame to read. */
export interface Host {
  readonly scenario: string
  readonly ready: (playground: Playground) => void
  /** Called whenever something that the sandbox shows may have changed. */
  readonly changed: () => void
}

/** The frame's element. */
export interface HostElement extends HTMLIFrameElement {
  tryIt: Host
}
