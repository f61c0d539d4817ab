/** A button that opens the sign-in form in a dialog on the current page. */
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
