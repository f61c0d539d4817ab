/** Emulator of the platform: `latchkey/emulator`. */
export {
  type ActiveFault,
  type CardDeclined,
  type Fault,
  type FaultEffect,
  type FaultPlan,
  type FaultRequest,
  type Faults,
  type LateWrite
} from "./faults/Faults.ts"
export { type DroppedEvent, type NewWebhook, WebhookUnusable } from "./model/accounts/webhooks.ts"
export { type FramePage } from "./page/frame.ts"
export { inPageBrowser, makeInPageBrowser } from "./page/index.ts"
export type { PageBrowser, PageBrowserOptions } from "./page/inPageBrowser.ts"
export { Emulator } from "./port/Emulator.ts"
export { PortTaken, type ServeOptions } from "./port/serve.ts"
export { type RunningEmulator, startEmulator } from "./port/start.ts"
export { StateDamaged } from "./seed/savedState.ts"
export {
  defaultProject,
  type ExternalAuthOptions,
  internalProject,
  type Seed,
  seedConfig,
  type SeedProject,
  type SeedUser
} from "./seed/Seed.ts"
export {
  type MemberSelector,
  type NewUser,
  type TeamControl,
  type TeamSelector,
  type UserChange,
  type UserControl,
  type UserSelector
} from "./server/accountControl.ts"
export { type EmulatorHandle } from "./server/emulatorHandle.ts"
export { type ExternalControl, type OAuthControl, type SignInAccount } from "./server/oauthControl.ts"
export { type PaymentControl } from "./server/paymentControl.ts"
export { type NewProject, type ProjectKeys } from "./server/projectKeys.ts"
export { type Exchange, type LoggedMessage } from "./server/redacted.ts"
export { type LoggedRequest } from "./server/requestLog.ts"
export { ControlError } from "./server/selectors.ts"
export { type BrowserCookie, type StartedSession, type StartSessionOptions } from "./server/sessionControl.ts"
export { type ProjectConfig } from "./state/config.ts"
export { type EventData, type PlatformEvent, type WebhookEndpoint } from "./state/events.ts"
export { type ExternalProviderId, type ExternalSettings } from "./state/externalVendors.ts"
export { type Mail, type Store } from "./state/Store.ts"

// a type in the signatures above
export type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
