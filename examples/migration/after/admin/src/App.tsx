import { LatchkeyProvider } from "latchkey/react"
import "latchkey/react/screens.css"
import { Suspense, useState } from "react"
import { authProvider } from "./authProvider.ts"
import { getList } from "./dataProvider.ts"
import { stackClientApp } from "./stack.ts"
import { UserMenu } from "./UserMenu.tsx"

/** The parts of an admin framework that call the providers. */
const Admin = () => {
  const [name, setName] = useState("")
  const [username, setUsername] = useState("")
  const [password, setPassword] = useState("")
  const [message, setMessage] = useState("")

  const login = async () => {
    try {
      await authProvider.login({ username, password })
      setName((await authProvider.getIdentity()).fullName)
    } catch (error) {
      setMessage(String(error))
    }
  }

  const show = (call: Promise<unknown>) =>
    call.then((value) => setMessage(`Result: ${value}`), (error) => setMessage(String(error)))

  return (
    <main>
      <UserMenu />
      <h1>{name}</h1>
      <p>{message}</p>
      <input name="username" value={username} onChange={(event) => setUsername(event.target.value)} />
      <input
        name="password"
        type="password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="button" onClick={login}>Sign in</button>
      <button onClick={() => show(getList("notes"))}>Notes</button>
      <button onClick={() => authProvider.logout()}>Sign out</button>
      <button onClick={() => show(authProvider.checkAuth())}>Check</button>
    </main>
  )
}

export const App = () => (
  <Suspense fallback={null}>
    <LatchkeyProvider client={stackClientApp}>
      <Admin />
    </LatchkeyProvider>
  </Suspense>
)
