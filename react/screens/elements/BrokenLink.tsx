/** A link from an email that failed. */
"use client"
import type { ReactNode } from "react"
import type { BrokenLink } from "../../parts/links/brokenLink.ts"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { MessageCard, type MessageCardAction } from "./MessageCard.tsx"
import { tagOf } from "./problemText.ts"

const english = { common }

/**
 * Explains that a link is invalid and what the user can do instead. If the link can be retried, shows the error and a
 * retry button.
 */
export const BrokenLinkView = ({ action, problem, retry, text, title }: Omit<BrokenLink, "step"> & {
  /** Title for an invalid link. */
  readonly title: string
  /**
   * Text that explains what to do.
   * @default the message of the problem
   */
  readonly text?: string | undefined
  readonly action: MessageCardAction
}): ReactNode => {
  const { common } = useWords(english)
  if (retry !== undefined) {
    const again = { label: common.retry, onPress: retry }
    return <MessageCard title={common.broken} problem={problem} actions={[again, action]} />
  }
  const icon = tagOf(problem) === "VerificationCodeExpired" ? "clock" : "warning"
  return text === undefined
    ? <MessageCard title={title} icon={icon} problem={problem} actions={[action]} />
    : <MessageCard title={title} icon={icon} look="danger" text={text} actions={[action]} />
}
