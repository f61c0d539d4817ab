/** The guide to headless hooks: a page with its own sign-in form. */
import { useUser } from "latchkey/react"
import { OwnSignIn } from "./OwnSignIn.tsx"

export default function App() {
  const user = useUser()
  if (user === null) return <OwnSignIn />
  return <h1>Hello {user.displayName ?? user.primaryEmail}</h1>
}
