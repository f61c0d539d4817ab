/** Logging in a command line tool by way of the browser. docs/protocol.md §19. */
import * as Schema from "effect/Schema"
import { openEnum, Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** A login attempt that waits for its browser. */
export class CliAuthInit extends Schema.Opaque<CliAuthInit>()(wireStruct({
  /** Stays with the tool, which asks with it whether the browser has confirmed. 45 characters. */
  pollingCode: Secret,
  /** Goes into the link that the person opens. 45 characters. */
  loginCode: Secret,
  expiresAt: Schema.DateFromString
})) {}

/** How far a login attempt is. */
export class CliAuthPoll extends Schema.Opaque<CliAuthPoll>()(wireStruct({
  /** `success` is told once; whoever asks after that hears `used`. */
  status: openEnum("waiting", "success", "expired", "used"),
  /** The refresh token of the session that was shared; with `success` only. */
  refreshToken: Schema.optionalKey(Secret)
})) {}

/** Whether the tool brought an anonymous session along. Later revisions of the platform only. */
export class CliSessionFound extends Schema.Opaque<CliSessionFound>()(wireStruct({
  cliSessionState: openEnum("anonymous", "none")
})) {}
