/** Checks the app of the quick start on a simulated phone. */
import { startPhone } from "../native/Phone.ts"
import { contextRealm } from "../native/realms.ts"
import { NotAsWritten } from "./terminals.ts"

interface Manifest {
  readonly launchAsset: { readonly url: string }
}

/**
 * Loads the app from Expo's dev server as a phone does. Checks that the seeded user can sign in, is still signed in
 * after a restart of the app, and can sign out.
 */
export const runsOnPhone = (server: string) => async (): Promise<void> => {
  const manifest = await fetch(server, { headers: { accept: "application/expo+json", "expo-platform": "ios" } })
  const { launchAsset } = await manifest.json() as Manifest
  const url = new URL(launchAsset.url)
  // without the development tools, which need native modules that the simulated phone lacks
  url.searchParams.set("dev", "false")
  // one bundle, as in production: the simulated phone has no tools that load more code from the dev server
  url.searchParams.set("lazy", "false")
  const response = await fetch(url)
  const bundle = await response.text()
  if (!response.ok) {
    throw new NotAsWritten(`The dev server responded with ${response.status}:\n${bundle.slice(0, 2000)}`)
  }
  const keychain = new Map<string, string>()
  {
    using phone = startPhone({ realm: contextRealm, expo: true, bundle, keychain })
    await phone.type("Email", "ada@example.com")
    await phone.type("Password", "correct horse battery staple")
    await phone.press("Sign in")
    await phone.sees("Hello Ada")
  }
  using phone = startPhone({ realm: contextRealm, expo: true, bundle, keychain })
  await phone.sees("Hello Ada")
  await phone.press("Sign out")
  await phone.sees("Sign in to")
}
