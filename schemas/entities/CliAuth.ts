/** Login of a command-line tool through the browser. docs/protocol.md §19. */
import * as Schema from "effect/Schema"
import { openEnum, Secret } from "../fields.ts"
import { wireStruct } from "../wireNames.ts"

/** A new login attempt. */
export class CliAuthInit extends Schema.Opaque<CliAuthInit>()(wireStruct({
  /** The secret of the tool, for polling. 45 characters. */
  pollingCode: Secret,
  /** Part of the link that the user opens. 45 characters. */
  loginCode: Secret,
  expiresAt: Schema.DateFromString
})) {}

/** The status of a login attempt. */
export class CliAuthPoll extends Schema.Opaque<CliAuthPoll>()(wireStruct({
  /** `success` is returned once; polling after that returns `used`. */
  status: openEnum("waiting", "success", "expired", "used"),
  /** The refresh token of the user's session; only with `success`. */
  refreshToken: Schema.optionalKey(Secret)
})) {}

/** Whether the tool started the login with an anonymous session. Later revisions of the platform only. */
export class CliSessionFound extends Schema.Opaque<CliSessionFound>()(wireStruct({
  cliSessionState: openEnum("anonymous", "none")
})) {}
