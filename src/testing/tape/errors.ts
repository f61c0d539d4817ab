/** Errors of tapes. */
import { TaggedError } from "../../../schemas/TaggedError.ts"

/** One difference between a request and a recorded one. */
export interface Difference {
  /** The part of the request, such as `body.display_name`. */
  readonly at: string
  /** The recorded value; `undefined` if the recorded request doesn't have the part. */
  readonly recorded: string | undefined
  /** The value that was sent, with the kind of each secret in its place, such as `<password>`; `undefined` if the request doesn't have the part. */
  readonly sent: string | undefined
}

/**
 * A program sent a request that isn't on the tape, or that the tape has already played.
 *
 * @cause The program sends a different request than during the recording.
 * @cause The program sends the request more often than during the recording.
 * @cause The clock isn't at the tape's start, so that a recorded access token counts as expired and is refreshed.
 * @fix Compare the request with the nearest recorded one, which the message names.
 * @fix Set the clock to the tape's start: use `replay.client()`, `replay.layerClock` or `TestClock.setTime`.
 * @fix If the program is correct, record a new tape.
 */
export class NotOnTape extends TaggedError("NotOnTape")<{
  /** The request, such as `POST /teams`. */
  readonly request: string
  /** Position of the nearest unplayed request on the tape, from 1; `undefined` if every request was played. */
  readonly nearest: number | undefined
  /** Differences from the nearest request. */
  readonly differences: ReadonlyArray<Difference>
}> {
  override get message(): string {
    return this.nearest === undefined
      ? `${this.request} is not on the tape: every recorded request was played. Record a new tape if the request is right.`
      : `${this.request} is not on the tape. Request ${this.nearest} of the tape is the nearest: `
        + `${this.differences.map(inWords).join("; ")}. Send the recorded request, or record a new tape.`
  }
}

const inWords = ({ at, recorded, sent }: Difference): string =>
  recorded === undefined
    ? `${at} is not recorded, and ${sent} was sent`
    : sent === undefined
    ? `${at} is recorded as ${recorded}, and was not sent`
    : `${at} is recorded as ${recorded}, and ${sent} was sent`

/**
 * A program ended before it sent every request of a tape.
 *
 * @cause The program sends fewer requests than during the recording, or ended too early.
 * @fix Make the missing calls, or remove the check if the program no longer needs them.
 */
export class TapeNotPlayed extends TaggedError("TapeNotPlayed")<{
  /** The requests that weren't sent, such as `GET /users/me`. */
  readonly requests: ReadonlyArray<string>
}> {
  override get message(): string {
    return `The program did not send ${this.requests.length} of the tape's requests: ${this.requests.join(", ")}. `
      + "Make these calls, or leave out assertPlayed() if the program no longer needs them."
  }
}

/**
 * The JSON passed to `Tape.parse` isn't a tape.
 *
 * @cause The file was changed, or was written by a newer version of Latchkey.
 * @fix Write tapes with `Tape.stringify`, and update Latchkey to the version that recorded the tape.
 */
export class TapeUnreadable extends TaggedError("TapeUnreadable")<{
  /** The first problem, such as `exchanges[0].at: Expected number`. */
  readonly problem: string
}> {
  override get message(): string {
    return `This is not a tape: ${this.problem}. `
      + "Read tapes that Tape.stringify wrote, with the version of Latchkey that recorded them or a newer one."
  }
}
