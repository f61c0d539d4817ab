/** The quick start with Vite: a page for signed-in users. */
import { useUser } from "latchkey/react"
import { UserButton } from "latchkey/react/screens"

export default function App() {
  // redirects signed-out visitors to /handler/sign-in and back
  const user = useUser({ or: "redirect" })
  return (
    <main>
      <UserButton />
      <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
    </main>
  )
}
