import { useUser } from "latchkey/react"
import { stackClientApp } from "./stack.ts"

export const UserMenu = () => {
  const user = useUser()
  return (
    <nav>
      <strong>{user?.displayName}</strong>
      <button onClick={() => (user && stackClientApp.currentUser.update({ displayName: "Countess" }))}>Rename</button>
      <button onClick={() => stackClientApp.signOut()}>Leave</button>
    </nav>
  )
}
