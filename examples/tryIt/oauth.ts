/** Opens the page of a provider. The site shows this code in a sandbox. */
import { client, print } from "./prepared.ts"

// #region code
const { config } = await client.currentProject.get()
print(`providers: ${config.enabledOauthProviders.map(({ id }) => id).join()}`)

// leaves the app for the provider's page, and returns to /handler/oauth-callback
void client.oauth.signIn({ provider: "github" })
print("Choose an account on the page of GitHub.")
// #endregion
