import * as crypto from "expo-crypto"
import * as Linking from "expo-linking"
import * as SecureStore from "expo-secure-store"
import { openAuthSessionAsync } from "expo-web-browser"
import { layerClient, layerNative, layerSecureStore } from "latchkey/native"
import { AppState } from "react-native"

export const layer = layerClient({
  projectId: process.env.EXPO_PUBLIC_HEXCLAVE_PROJECT_ID,
  publishableClientKey: process.env.EXPO_PUBLIC_HEXCLAVE_PUBLISHABLE_CLIENT_KEY,
  baseUrl: process.env.EXPO_PUBLIC_HEXCLAVE_API_URL,
  tokenStore: layerSecureStore(SecureStore),
  native: layerNative({
    scheme: "notes",
    openAuthSession: openAuthSessionAsync,
    linking: Linking,
    AppState,
    crypto
  })
})
