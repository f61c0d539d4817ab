import { LatchkeyProvider } from "latchkey/react"
import "latchkey/react/screens.css"
import { type FormEvent, Suspense, useState } from "react"
import { authProvider } from "./authProvider.ts"
import { getList } from "./dataProvider.ts"
import { stackClientApp } from "./stack.ts"
import { UserMenu } from "./UserMenu.tsx"

/** The parts of an admin framework that call the providers. */
const Admin = () => {
  const [name, setName] = useState("")
  const [message, setMessage] = useState("")

  const login = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await authProvider.login({ username: String(form.get("username")), password: String(form.get("password")) })
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
      <form onSubmit={login}>
        <input name="username" />
        <input name="password" type="password" />
        <button>Sign in</button>
      </form>
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
