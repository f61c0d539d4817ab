import { LatchkeyHandler } from "latchkey/react/screens"

export default async function Handler({ params }: { params: Promise<{ stack: ReadonlyArray<string> }> }) {
  const { stack } = await params
  return <LatchkeyHandler path={`/handler/${stack.join("/")}`} firstMethod="code" />
}
