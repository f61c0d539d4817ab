import { useHexclaveApp, useUser } from "@hexclave/react"
import { useState } from "react"

export const SignUp = () => {
  const app = useHexclaveApp()
  const user = useUser()
  const [email, setEmail] = useState("")
  const [password, setPassword] = useState("")
  const [message, setMessage] = useState("")

  const submit = async () => {
    const result = await app.signUpWithCredential({ email, password, noRedirect: true })
    if (result.status === "error") {
      setMessage(result.error.message)
      return
    }
    const signedUp = await app.getUser({ or: "throw" })
    await signedUp.setDisplayName(email.split("@")[0] ?? email)
    await signedUp.setClientMetadata({ onboarded: false })
  }

  const forgot = async () => {
    const sent = await app.sendForgotPasswordEmail(email)
    setMessage(sent.status === "error" ? sent.error.message : "Look at your emails.")
  }

  if (user !== null) {
    return (
      <main>
        <h1>Welcome {user.displayName}</h1>
        <button onClick={() => user.setDisplayName("Grace")}>Rename</button>
        <button onClick={() => user.signOut()}>Sign out</button>
      </main>
    )
  }
  return (
    <div>
      <input type="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input type="password" value={password} onChange={(event) => setPassword(event.target.value)} />
      <button type="button" onClick={submit}>Sign up</button>
      <button type="button" onClick={forgot}>Forgot password?</button>
      <button type="button" onClick={() => app.signInWithOAuth("google")}>Continue with Google</button>
      <button type="button" onClick={() => app.redirectToSignIn()}>Sign in instead</button>
      <p>{message}</p>
    </div>
  )
}
