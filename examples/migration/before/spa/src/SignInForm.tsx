import { useStackApp } from "@stackframe/react"
import { useState } from "react"

export const SignInForm = () => {
  const app = useStackApp()
  const [error, setError] = useState("")

  const signIn = async (email: string, password: string) => {
    const result = await app.signInWithCredential({ email, password })
    if (result.status === "error") setError(result.error.message)
  }

  const sendLink = async (email: string) => {
    const result = await app.sendMagicLinkEmail(email)
    setError(result.status === "ok" ? "Look at your emails." : result.error.message)
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
      <button type="button" onClick={() => app.signInWithOAuth("github")}>Sign in with GitHub</button>
      <a href={app.urls.forgotPassword}>Forgot password?</a>
      {error}
    </form>
  )
}
