/** Signs in with a provider, and uses the provider account. A test runs these components in Chromium. */
import { oauth } from "latchkey"
import { useAction, useConnectedAccount, useProject, useUser } from "latchkey/react"

// #region buttons
/** A button for each OAuth provider of the project. */
export const Providers = () => {
  const { config } = useProject()
  const leaving = useAction((provider: string) => oauth.signIn({ provider }))
  return (
    <>
      {config.enabledOauthProviders.map(({ id }) => (
        <button
          key={id}
          disabled={leaving.isPending}
          onClick={() => void leaving.run(id)}
        >
          Continue with {id}
        </button>
      ))}
      {leaving.error === undefined ? null : <p role="alert">{leaving.error.message}</p>}
    </>
  )
}
// #endregion

// #region connected
/** Redirects to the provider if the account isn't connected yet, and back to this page. */
export const Repositories = () => {
  useUser({ or: "redirect" })
  const token = useConnectedAccount("github", { or: "redirect", scopes: ["repo"] })
  return <p>Connected: {String(token)}</p>
}
// #endregion
