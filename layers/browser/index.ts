/**
 * The page: location and navigation, URLs, passkeys, other tabs, visibility. Used by all higher folders and by flows.
 */
export { BotChallenge, type BotChallengeAction, BotChallengeUnsolved } from "./BotChallenge.ts"
export { Browser } from "./Browser.ts"
export { CookiesBlocked } from "./CookiesBlocked.ts"
export { documentCookie } from "./documentCookie.ts"
export {
  ChosenMethod,
  type HookMethod,
  mountNavigate,
  type Navigate,
  Navigation,
  type RedirectMethod,
  redirectWait
} from "./Navigation.ts"
export { type PageElement } from "./PageElement.ts"
export { PageHistory } from "./PageHistory.ts"
export { PageStorage, type TextStorage } from "./PageStorage.ts"
export { PasskeyCancelled } from "./PasskeyCancelled.ts"
export { type PasskeyFailure } from "./passkeyFailure.ts"
export { PasskeyNotPossible } from "./PasskeyNotPossible.ts"
export { Passkeys, type PasskeySignal } from "./Passkeys.ts"
export { isRedirectSignal } from "./redirectSignal.ts"
export { ScopesOnSignIn } from "./ScopesOnSignIn.ts"
export { Tabs } from "./Tabs.ts"
export { TrustedOrigins, trustedUrl } from "./trustedUrl.ts"
export {
  layer as layerUrls,
  make as makeUrls,
  Moved as MovedUrls,
  type PageOptions,
  type UrlOptions,
  Urls
} from "./Urls.ts"
export { Visibility } from "./Visibility.ts"
