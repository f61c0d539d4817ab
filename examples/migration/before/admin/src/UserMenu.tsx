import { useUser } from "@stackframe/react"

export const UserMenu = () => {
  const user = useUser()
  return (
    <nav>
      <strong>{user?.displayName}</strong>
      <button onClick={() => user?.update({ displayName: "Countess" })}>Rename</button>
      <button onClick={user?.signOut}>Leave</button>
    </nav>
  )
}
