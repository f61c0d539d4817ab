/** Records of email themes and templates, and of sent emails. */
import type * as Schema from "effect/Schema"
import type { EmailConfig } from "./config.ts"

export interface EmailTheme {
  readonly id: string
  readonly displayName: string
  tsxSource: string
}

export interface EmailTemplate {
  readonly id: string
  readonly displayName: string
  tsxSource: string
  /** `false` for no theme, `null` for the project's theme. */
  themeId: string | false | null
}

/** Email in the project's log. */
export interface SentEmail {
  readonly id: string
  readonly subject: string
  readonly sentAt: number
  readonly to: ReadonlyArray<string>
  readonly sender: EmailConfig
  /** `null` if the email was delivered. */
  readonly error: SentEmailError | null
}

export interface SentEmailError {
  readonly rawError: Schema.Json
  readonly errorType: string
  readonly canRetry: boolean
  readonly message: string
}
