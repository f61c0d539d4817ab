/** A banner for sessions in which another person acts as the user. */
"use client"
import type { ReactNode } from "react"
import { type ImpersonationState, useImpersonation } from "../parts/useImpersonation.ts"
import { Button } from "./elements/Button.tsx"
import { useWords } from "./Language.tsx"
import { dir, impersonation, lang } from "./texts/english.ts"
import { interpolate } from "./texts/interpolate.ts"
import { localeOf } from "./texts/localeOf.ts"

const english = { dir, impersonation, lang }

/** Props of {@link ImpersonationBanner}. */
export interface ImpersonationBannerProps {
  /**
   * Name of the person who acts as the user. The platform doesn't store this name, so pass it from your support tool.
   * @default the banner names only the user
   */
  readonly by?: string | undefined
}

/**
 * Shows that this session is an impersonation, with the user's name and a button that ends the session. Renders nothing
 * in a user's own session. Put it at the top of your layout.
 */
export const ImpersonationBanner = ({ by }: ImpersonationBannerProps): ReactNode => (
  <ImpersonationBannerView by={by} state={useImpersonation()} />
)

/** Renders the banner for a given state. */
export const ImpersonationBannerView = (
  { by = "", state }: ImpersonationBannerProps & { readonly state: ImpersonationState }
): ReactNode => {
  const { dir, impersonation, lang } = useWords(english)
  if (state.step === "none") return null
  const { email, end, ending, userName } = state
  const name = userName === "" ? email ?? "" : userName
  return (
    <div className="lk-page lk-piece lk-banner" lang={localeOf(lang)} dir={dir}>
      <p role="status">
        {by === ""
          ? interpolate(impersonation.actingAs, { name })
          : interpolate(impersonation.actingAsBy, { by, name })}
      </p>
      <Button className="lk-small" busy={ending} onClick={end}>{impersonation.end}</Button>
    </div>
  )
}
