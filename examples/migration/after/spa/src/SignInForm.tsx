import { useClient } from "latchkey/react"
import { useHrefs } from "latchkey/react/parts"
import { useState } from "react"

export const SignInForm = () => {
  const app = useClient()
  const hrefs = useHrefs("forgotPassword")
  const [error, setError] = useState("")

  const signIn = async (email: string, password: string) => {
    const result = await app.signIn.withPassword({ email, password, redirect: true }).settled()
    if (!result.ok) setError(result.error.message)
  }

  const sendLink = async (email: string) => {
    const result = await app.signIn.sendCode({ email }).settled()
    setError(result.ok ? "Look at your emails." : result.error.message)
  }

  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault()
        const form = new FormData(event.currentTarget)
        await signIn(String(form.get("email")), String(form.get("password")))
      }}
    >
      <input name="email" type="email" />
      <input name="password" type="password" />
      <button>Sign in</button>
      <button type="button" onClick={() => sendLink("ada@example.com")}>Send a link</button>
      <button type="button" onClick={() => app.oauth.signIn({ provider: "github" })}>Sign in with GitHub</button>
      <a href={hrefs.forgotPassword}>Forgot password?</a>
      {error}
    </form>
  )
}
