/** Code that readers can edit and run, and what it prints. */
import { type KeyboardEvent, type ReactNode, useState } from "react"
import { highlighted } from "./highlighted.tsx"
import type { Outcome, Playground } from "./playground.ts"

export const CodePane = ({ base, initial, playground }: {
  readonly playground: Playground | undefined
  readonly initial: string
  readonly base: string
}): ReactNode => {
  const [code, setCode] = useState(initial)
  const [lines, setLines] = useState<ReadonlyArray<string>>([])
  const [outcome, setOutcome] = useState<Outcome | "running">()
  const run = async () => {
    if (playground === undefined || outcome === "running") return
    setLines([])
    setOutcome("running")
    setOutcome(await playground.run(code, (line) => setLines((lines) => [...lines, line])))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void run()
  }
  return (
    <>
      <h3 className="head">
        Code
        <button type="button" className="main" aria-disabled={!playground || outcome === "running"} onClick={run}>
          Run
        </button>
      </h3>
      <div className="editor">
        <div className="sheet">
          <pre aria-hidden="true">{highlighted(code)}{"\n"}</pre>
          <textarea
            aria-label="Code. Control Enter runs it."
            autoCapitalize="off"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            value={code}
            onChange={({ target }) => setCode(target.value)}
            onKeyDown={onKeyDown}
          />
        </div>
      </div>
      <div className="output" role="log" aria-label="Output" tabIndex={0}>
        {lines.map((line, index) => <p key={index}>{line}</p>)}
        {outcome === undefined ?
          (
            <p className="hint">
              <code>client</code>, <code>emulator</code>, <code>project</code>, <code>open</code> and <code>print</code>
              {" "}
              are ready to use. The output appears here.
            </p>
          ) :
          outcome === "running"
          ? <p className="hint">Running …</p>
          : outcome._tag === "Done"
          ? lines.length === 0 ? <p className="hint">Done. The code printed nothing.</p> : null
          : <Failure {...outcome} base={base} />}
      </div>
    </>
  )
}

const Failure = (
  { base, code, message, name }: Extract<Outcome, { readonly _tag: "Failed" }> & { readonly base: string }
) => (
  <p className="failure">
    <strong>{name}</strong>: {message} {code === undefined ? null : <a href={`${base}errors/${code}`}>{code}</a>}
  </p>
)
