/**
 * Where people are sent, and how they come back.
 * For flows, and for the screens of React.
 */
export { absoluteUrl, callbackUrl } from "./callbackUrl.ts"
export { type HandlerPage, resolveHandlerPage } from "./handlerPage.ts"
export { onboardingHref } from "./onboardingHref.ts"
export { redirectAfter, type RedirectAfterOptions } from "./redirectAfter.ts"
export { errorParameters, type RedirectedError, redirectedError } from "./redirectedError.ts"
export * as redirectTo from "./redirectTo.ts"
export type { Page } from "./redirectTo.ts"
export { returningHere } from "./returnTo.ts"
export { trustedRedirect } from "./trustedRedirect.ts"
