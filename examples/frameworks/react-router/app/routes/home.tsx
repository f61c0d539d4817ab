import { useUser } from "latchkey/react"
import { Link } from "react-router"

export default function Home() {
  const user = useUser()
  return (
    <main>
      <h1>{user === null ? "Signed out" : `Hello ${user.displayName}`}</h1>
      <Link to="/notes">Notes</Link>
    </main>
  )
}
