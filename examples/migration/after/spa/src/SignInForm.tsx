import { useClient } from "latchkey/react"
import { useHrefs } from "latchkey/react/parts"
import { useState } from "react"

export const SignInForm = () => {
  const app = useClient()
  const hrefs = useHrefs("forgotPassword")
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [error, setError] = useState("")

  const signIn = async () => {
    const result = await app.signIn.withPassword({ email, password, redirect: true }).settled()
    if (!result.ok) setError(result.error.message)
  }

  const sendLink = async () => {
    const result = await app.signIn.sendCode({ email }).settled()
    setError(result.ok ? "Look at your emails." : result.error.message)
  }

  return (
    <main>
      <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} />
      <button type="button" onClick={signIn}>Sign in</button>
      <button type="button" onClick={sendLink}>Send a link</button>
      <button type="button" onClick={() => app.oauth.signIn({ provider: "github" })}>Sign in with GitHub</button>
      <a href={hrefs.forgotPassword}>Forgot password?</a>
      {error}
    </main>
  )
}
