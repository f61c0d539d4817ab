/** Bot challenges at sign-up, and the layer that shows them with Cloudflare Turnstile. */
export { BotChallenge, type BotChallengeAction, BotChallengeUnsolved } from "./browser/BotChallenge.ts"
export { layerTurnstile, type TurnstileOptions } from "./browser/turnstile.ts"
