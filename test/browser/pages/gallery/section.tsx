/** Account settings with one section, and states that many sections have. */
import type { ReactNode } from "react"
import { type SectionId, sectionIds } from "../../../../react/parts/account/openSection.ts"
import type { ItemAction } from "../../../../react/parts/account/useEach.ts"
import { AccountSettingsView } from "../../../../react/screens/account/AccountSettings.tsx"
import { CallError, Offline } from "../../../../schemas/errors/CallError.ts"
import { nothing } from "./forms.ts"

/** A section as the screen renders it. */
export const page = (
  current: SectionId,
  children: ReactNode,
  sections: ReadonlyArray<SectionId> = sectionIds.filter((id) => id !== "billing" || current === "billing")
) => (
  <AccountSettingsView
    step="open"
    userId="ada"
    userName="Ada Lovelace"
    email="ada@example.com"
    pictureUrl={null}
    homeUrl="/"
    sections={sections}
    current={current}
    isChosen
    teamId={undefined}
    signOut={nothing}
    signingOut={false}
  >
    {children}
  </AccountSettingsView>
)

export const each = <More extends ReadonlyArray<unknown>>(state: Partial<ItemAction<More>> = {}): ItemAction<More> => ({
  run: nothing,
  busy: undefined,
  done: undefined,
  problem: undefined,
  ...state
})

export const offline = new CallError({ endpoint: "sessions.list", reason: new Offline() })

export const loading = { step: "loading" } as const

export const failed = { step: "failed", problem: offline, retry: nothing, retrying: false } as const
