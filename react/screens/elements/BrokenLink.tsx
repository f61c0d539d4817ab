/** A mailed link that could not be followed. */
"use client"
import type { ReactNode } from "react"
import type { BrokenLink } from "../../parts/links/brokenLink.ts"
import { useWords } from "../Language.tsx"
import { common } from "../texts/english.ts"
import { MessageCard, type MessageCardAction } from "./MessageCard.tsx"
import { tagOf } from "./problemText.ts"

const english = { common }

/** Says that it is no good and what to do instead, or what was in its way and to try again. */
export const BrokenLinkView = ({ action, problem, retry, text, title }: Omit<BrokenLink, "step"> & {
  /** Of a link that is no good. */
  readonly title: string
  /** What to do about it. @default what is wrong with it, which says so */
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
