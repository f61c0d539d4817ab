/** Records of email themes, templates and drafts, of queued and sent emails, and of managed domains. */
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

export interface EmailDraft {
  readonly id: string
  displayName: string
  tsxSource: string
  /** `false` for no theme, `null` for the project's theme. */
  themeId: string | false | null
  updatedAt: number
  sentAt: number | null
}

/** Recipient of a queued email. */
export type Recipient =
  | { readonly type: "user-primary-email"; readonly userId: string }
  | { readonly type: "user-custom-emails"; readonly userId: string; readonly emails: ReadonlyArray<string> }
  | { readonly type: "custom-emails"; readonly emails: ReadonlyArray<string> }

/** Content of an email after rendering. */
export interface RenderedEmail {
  readonly subject: string
  readonly html: string | null
  readonly text: string | null
  readonly isTransactional: boolean
  readonly categoryId: string | null
}

/** Content of a sent email. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string | undefined
}

/** Failed attempt to send an email. */
export interface SendAttempt {
  readonly attemptNumber: number
  readonly timestamp: number
  readonly message: string
}

/** Email in the project's queue. Its status is computed from the fields. docs/platform.md §15.1. */
export interface QueuedEmail {
  readonly id: string
  readonly createdAt: number
  updatedAt: number
  tsxSource: string
  /** The project's own HTML. It is sent unchanged if the emulator can't render. */
  html: string | undefined
  themeId: string | false | null
  to: Recipient
  variables: { readonly [name: string]: Schema.Json }
  skipsDeliverabilityCheck: boolean
  /** Earliest time of sending. */
  scheduledAt: number
  readonly draftId: string | null
  readonly templateId: string | null
  readonly isHighPriority: boolean
  /** Subject that overrides the source's subject. */
  readonly subject: string | undefined
  /** Name of the category that overrides the source's category. */
  readonly categoryName: string | undefined
  isPaused: boolean
  /** Time from which the worker can take the next step. */
  readyAt: number
  renderedAt: number | null
  renderError: string | null
  rendered: RenderedEmail | null
  /** Code of the unsubscribe link. */
  unsubscribeCode: string | null
  queuedAt: number | null
  startedSendingAt: number | null
  finishedSendingAt: number | null
  serverError: string | null
  skipped: { readonly reason: string; readonly details: { readonly [name: string]: Schema.Json } } | null
  sendRetries: number
  nextSendRetryAt: number | null
  attempts: Array<SendAttempt>
  /** The sent email, in the outbox of the emulator. */
  mail: MailContent | null
}

/** Domain that the platform sends emails from. */
export interface ManagedDomain {
  readonly id: string
  readonly subdomain: string
  readonly senderLocalPart: string
  status: "pending_verification" | "verified" | "applied" | "failed"
  /** Time at which the simulated domain service reports the domain as verified. */
  readonly verifiedAt: number
  updatedAt: number
}
