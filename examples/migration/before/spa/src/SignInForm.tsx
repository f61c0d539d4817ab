import { useStackApp } from "@stackframe/react"
import { useState } from "react"

export const SignInForm = () => {
  const app = useStackApp()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [error, setError] = useState("")

  const signIn = async () => {
    const result = await app.signInWithCredential({ email, password })
    if (result.status === "error") setError(result.error.message)
  }

  const sendLink = async () => {
    const result = await app.sendMagicLinkEmail(email)
    setError(result.status === "ok" ? "Look at your emails." : result.error.message)
  }

  return (
    <main>
      <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} />
      <button type="button" onClick={signIn}>Sign in</button>
      <button type="button" onClick={sendLink}>Send a link</button>
      <button type="button" onClick={() => app.signInWithOAuth("github")}>Sign in with GitHub</button>
      <a href={app.urls.forgotPassword}>Forgot password?</a>
      {error}
    </main>
  )
}
