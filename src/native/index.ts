/**
 * Layers for React Native and Expo: the session in a secure store, deep links, foreground and connection, passkeys. The
 * app passes its modules in, so that this entry depends on none of them.
 */
export { layerDigest } from "../../layers/call/Digest.ts"
export { type AppState, type AppStateOptions, type ConnectionState, layerAppState, type NetInfo } from "./appState.ts"
export { type AppStorage } from "./appStorage.ts"
export { type CryptoModule, layerCrypto } from "./crypto.ts"
export { type DeepLinkOptions, layerDeepLink } from "./deepLink.ts"
export { type AuthSessionResult, type Linking, type OpenAuthSession } from "./linking.ts"
export { createClient, layerClient, layerNative, type NativeClientOptions, type NativeOptions } from "./native.ts"
export { layerPasskeys, type NativePasskeyOptions, type PasskeyModule } from "./passkeys.ts"
export { type ExpoSecureStore, type Keychain, type SecureStore, type TextStorage } from "./secureModules.ts"
export { layerSecureStore, type SecureStoreOptions } from "./secureStore.ts"
export { layerSecureKeyValue, type SecureTextsOptions } from "./secureTexts.ts"

// types in the signatures above
export type { DigestOptions } from "../../layers/call/Digest.ts"
export type { ClientAccess } from "../../schemas/access.ts"
export type { InvalidConfiguration } from "../../schemas/errors/CallError.ts"
export type { LatchkeyClient } from "../promise/createClient.ts"
