import { useClient, useUser } from "latchkey/react"
import { useState } from "react"

export const SignUp = () => {
  const app = useClient()
  const user = useUser()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [message, setMessage] = useState("")

  const submit = async () => {
    const result = await app.signUp.withPassword({ email, password }).settled()
    if (!result.ok) {
      setMessage(result.error.message)
      return
    }
    await app.currentUser.get({ or: "throw" })
    await app.currentUser.update({ displayName: email.split("@")[0] ?? email })
    await app.currentUser.update({ clientMetadata: { onboarded: false } })
  }

  const forgot = async () => {
    const sent = await app.password.sendResetCode({ email }).settled()
    setMessage(!sent.ok ? sent.error.message : "Look at your emails.")
  }

  if (user !== null) {
    return (
      <main>
        <h1>Welcome {user.displayName}</h1>
        <button onClick={() => app.currentUser.update({ displayName: "Grace" })}>Rename</button>
        <button onClick={() => app.signOut().then(() => app.redirectTo.afterSignOut())}>Sign out</button>
      </main>
    )
  }
  return (
    <div>
      <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} />
      <button type="button" onClick={submit}>Sign up</button>
      <button type="button" onClick={forgot}>Forgot password?</button>
      <button type="button" onClick={() => app.oauth.signIn({ provider: "google" })}>Continue with Google</button>
      <button type="button" onClick={() => app.redirectTo.signIn()}>Sign in instead</button>
      <p>{message}</p>
    </div>
  )
}
