import { createFileRoute, Link } from "@tanstack/react-router"
import { useUser } from "latchkey/react"

const Home = () => {
  const user = useUser()
  return (
    <main>
      <h1>{user === null ? "Signed out" : `Hello ${user.displayName}`}</h1>
      <Link to="/notes">Notes</Link>
    </main>
  )
}

export const Route = createFileRoute("/")({ component: Home })
