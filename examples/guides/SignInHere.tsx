/** A button that signs people in on the page they are on. */
import { SignInDialog } from "latchkey/react/screens"
import { useState } from "react"

export const SignInHere = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Sign in to order</button>
      <SignInDialog open={open} onClose={() => setOpen(false)} />
    </>
  )
}
