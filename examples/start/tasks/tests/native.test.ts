/** The task of the guide to React Native: a device of three objects, without a simulator. */
import { startEmulator } from "latchkey/emulator"
import { createClient, layerNative, layerSecureStore } from "latchkey/native"
import { expect, test } from "vitest"

const ada = { email: "ada@example.com", password: "correct horse battery staple" }

/** Replaces `expo-secure-store` and `expo-linking`. The user closes each browser session. */
const device = () => {
  const stored = new Map<string, string>()
  return {
    secureStore: {
      getItemAsync: async (key: string) => stored.get(key) ?? null,
      setItemAsync: async (key: string, value: string) => void stored.set(key, value),
      deleteItemAsync: async (key: string) => void stored.delete(key)
    },
    native: layerNative({
      scheme: "notes",
      openAuthSession: async () => ({ type: "cancel" }),
      linking: { getInitialURL: async () => null, addEventListener: () => ({ remove: () => {} }) },
      navigate: () => {}
    }),
    stored
  }
}

test("a user is still signed in after the app is restarted, until they sign out", async () => {
  await using platform = await startEmulator({ users: [ada] })
  const { native, secureStore, stored } = device()
  const app = () => createClient({ ...platform.project, tokenStore: layerSecureStore(secureStore), native })
  {
    await using client = app()
    await client.signIn.withPassword(ada)
  }
  await using client = app()
  expect((await client.currentUser.get())?.primaryEmail).toBe(ada.email)

  await client.signOut()
  expect([...stored.values()].join()).not.toContain(".")
})
