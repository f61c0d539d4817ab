/** The account settings without leaving the page. */
"use client"
import { type ReactNode, useMemo, useState } from "react"
import { type SectionId, SectionPlace } from "../../parts/account/openSection.ts"
import { usePages } from "../../parts/usePages.ts"
import type { AccountSettingsProps } from "../account/AccountSettings.tsx"
import { Loading, Waiting } from "../elements/Waiting.tsx"
import { useWords } from "../Language.tsx"
import { lazyComponent } from "../lazyComponent.ts"
import { userMenu } from "../texts/english.ts"
import { isSamePage, Modal } from "./Modal.tsx"

const english = { userMenu }

/** Props of `AccountSettingsDialog`. */
export interface AccountSettingsDialogProps extends Omit<AccountSettingsProps, "fullPage"> {
  /** Whether the dialog is shown. */
  readonly open: boolean
  /** Called when the user closes the dialog. */
  readonly onClose: () => void
  /**
   * The section that is open first: the id of a section, `teams/` with the id of a team, or the id of one of
   * `extraItems`.
   *
   * @default the profile, and the list of sections on small screens
   */
  readonly section?: SectionId | `teams/${string}` | (string & {}) | undefined
}

/** The code loads when the dialog opens, so that it doesn't delay the page. */
const Settings = lazyComponent(async () => (await import("../account/AccountSettings.tsx")).AccountSettings)

/**
 * The account settings in a dialog over your page. The URL of your page stays the same while the user moves between
 * sections. OAuth providers and the page that asks for a recent sign-in leave your page and return to it, with the
 * dialog closed.
 *
 * @example
 * ```tsx
 * import { AccountSettingsDialog } from "latchkey/react/screens"
 * import { useState } from "react"
 *
 * const EmailsButton = () => {
 *   const [open, setOpen] = useState(false)
 *   const dialog = <AccountSettingsDialog open={open} onClose={() => setOpen(false)} section="emails" />
 *   return <><button onClick={() => setOpen(true)}>My emails</button>{dialog}</>
 * }
 * <EmailsButton /> // <button>My emails</button>…
 * ```
 */
export const AccountSettingsDialog = (
  { onClose, open, section = "", ...settings }: AccountSettingsDialogProps
): ReactNode => {
  const { userMenu } = useWords(english)
  const { accountSettings: pageUrl } = usePages()
  const [path, go] = useState<string>()
  if (!open && path !== undefined) go(undefined)
  const place = useMemo(() => ({ path: path ?? section, pageUrl, go }), [pageUrl, path, section])
  const follow = (href: string): boolean => {
    const [, path] = href.split("#/")
    if (path === undefined || !isSamePage(href, pageUrl)) return false
    go(path)
    return true
  }
  return (
    <Modal open={open} label={userMenu.settings} focusesField={false} onClose={onClose} onFollow={follow}>
      <SectionPlace.Provider value={place}>
        <Waiting until={<Loading wide />}>
          <Settings {...settings} />
        </Waiting>
      </SectionPlace.Provider>
    </Modal>
  )
}
