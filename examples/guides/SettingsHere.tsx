import { AccountSettingsDialog, UserButton } from "latchkey/react/screens"
import { useState } from "react"

/** The user menu opens the account settings in the dialog. */
export const Header = () => (
  <header>
    <UserButton settingsDialog={AccountSettingsDialog} />
  </header>
)

/** A button of your own opens one section. */
export const ChangeEmail = () => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(true)}>Change email</button>
      <AccountSettingsDialog open={open} onClose={() => setOpen(false)} section="emails" />
    </>
  )
}
