/** Saves the recorded requests as a test. */
"use client"
import * as Effect from "effect/Effect"
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import { useRunEffect } from "../index.ts"
import type { Snapshot } from "./snapshot.ts"
import { lastFailure, loadWriter, setRecording, type TestChoices, writeTest, type WrittenTest } from "./writeTest.ts"

/** Buttons for the recording and the form. */
export const SaveAsTest = ({ calls, requests }: Pick<Snapshot, "calls" | "requests">): ReactNode => {
  const runEffect = useRunEffect()
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  const isRecording = requests.sinceRecord !== undefined
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <div className="row">
        <button
          type="button"
          aria-pressed={isRecording}
          onClick={() => void runEffect(setRecording(!isRecording))}
        >
          Record
        </button>
        {isRecording ? <span className="soft">{count(requests.sinceRecord)}</span> : null}
        <button
          ref={opener}
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Save as test
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? <Form calls={calls} requests={requests} onClose={close} /> : null}
      </div>
    </>
  )
}

const count = (requests: number): string => `${requests} ${requests === 1 ? "request" : "requests"}`

const initialChoices = (isRecording: boolean, hasFailed: boolean): TestChoices => ({
  title: "",
  from: isRecording ? "record" : "page load",
  last: 10,
  to: hasFailed ? "last failure" : "now",
  name: "",
  module: ""
})

const Form = ({ calls, onClose, requests }: Pick<Snapshot, "calls" | "requests"> & {
  readonly onClose: () => void
}): ReactNode => {
  const runEffect = useRunEffect()
  const failed = lastFailure(calls)
  const [choices, setChoices] = useState(initialChoices(requests.sinceRecord !== undefined, failed !== undefined))
  const [outcome, setOutcome] = useState("")
  const [preview, setPreview] = useState<string>()
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => {
    first.current?.focus()
    // loaded early, because browsers allow copying only directly after the click
    loadWriter().catch(() => {})
  }, [])

  const choose = (changed: Partial<TestChoices>) => {
    setChoices({ ...choices, ...changed })
    setPreview(undefined)
  }

  const write = async (done: (test: WrittenTest) => Promise<string>) => {
    const exit = await runEffect(Effect.matchEffect(writeTest(choices), {
      onFailure: ({ message }) => Effect.succeed(message),
      onSuccess: (test) => Effect.promise(() => done(test))
    }))
    setOutcome(exit._tag === "Success" ? exit.value : "The test could not be written.")
  }

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void write(async (test) => {
      download(test)
      return `Saved ${test.fileName}, with ${contents(test)}.`
    })
  }

  const show = () => {
    if (preview !== undefined) return setPreview(undefined)
    void write((test) => {
      setPreview(test.source)
      return Promise.resolve(`The test has ${contents(test)}.`)
    })
  }

  return (
    <form
      aria-label="Save as test"
      method="post"
      onSubmit={onSubmit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return
        event.stopPropagation()
        onClose()
      }}
    >
      <p className="soft">
        The test repeats the requests with the recorded responses, and fails in the same way. Secrets and personal data
        are replaced.
      </p>
      <RangeFields {...{ choices, choose, failed, first, requests }} />
      <FunctionFields {...{ choices, choose }} />
      <div className="row">
        <button type="submit">Download</button>
        <button type="button" onClick={() => void write(copy)}>Copy</button>
        <button type="button" aria-expanded={preview !== undefined} onClick={show}>Preview</button>
        <button type="button" onClick={onClose}>Cancel</button>
        <span role="status">{outcome}</span>
      </div>
      {preview === undefined
        ? null
        : <pre className="preview" tabIndex={0} aria-label="Preview of the test" translate="no">{preview}</pre>}
    </form>
  )
}

interface ChoicesProps {
  readonly choices: TestChoices
  readonly choose: (changed: Partial<TestChoices>) => void
}

/** Fields for the expected behaviour and the requests to repeat. */
const RangeFields = ({ choices, choose, failed, first, requests }: ChoicesProps & Pick<Snapshot, "requests"> & {
  readonly failed: ReturnType<typeof lastFailure>
  readonly first: RefObject<HTMLInputElement | null>
}): ReactNode => (
  <div className="row">
    <label>
      <span>What should happen</span>
      <input
        ref={first}
        value={choices.title}
        placeholder={failed === undefined ? "the page shows my teams" : `${failed.endpoint} succeeds`}
        onChange={(event) => choose({ title: event.target.value })}
      />
    </label>
    <label>
      <span>From</span>
      <select
        value={choices.from}
        onChange={(event) => choose({ from: event.target.value as TestChoices["from"] })}
      >
        <option value="page load">
          {requests.dropped === 0 ? "page load" : `the last ${count(requests.kept)}`}
        </option>
        <option value="record" disabled={requests.sinceRecord === undefined}>when I pressed Record</option>
        <option value="last">some requests before the end</option>
      </select>
    </label>
    {choices.from !== "last" ? null : (
      <label>
        <span>Number of requests</span>
        <input
          type="number"
          min={1}
          required
          value={choices.last}
          onChange={(event) => choose({ last: Math.max(1, event.target.valueAsNumber || 1) })}
        />
      </label>
    )}
    <label>
      <span>To</span>
      <select value={choices.to} onChange={(event) => choose({ to: event.target.value as TestChoices["to"] })}>
        <option value="last failure" disabled={failed === undefined}>
          {failed === undefined ? "the last failure" : `the failure of ${failed.endpoint}`}
        </option>
        <option value="now">now</option>
      </select>
    </label>
  </div>
)

/** Fields for the function that the test calls. */
const FunctionFields = ({ choices, choose }: ChoicesProps): ReactNode => (
  <div className="row">
    <label>
      <span>Function to test (optional)</span>
      <input
        value={choices.name}
        placeholder="loadTasks"
        onChange={(event) => choose({ name: event.target.value })}
      />
    </label>
    <label>
      <span>in the module</span>
      <input
        value={choices.module}
        placeholder="./loadTasks.ts"
        required={choices.name.trim() !== ""}
        onChange={(event) => choose({ module: event.target.value })}
      />
    </label>
  </div>
)

const contents = ({ replaced, requests }: WrittenTest): string =>
  `${count(requests)} and ${replaced} replaced ${replaced === 1 ? "secret" : "secrets"}`

/** Copies a test, and returns what happened. Browsers have a clipboard only on HTTPS and localhost. */
const copy = (test: WrittenTest): Promise<string> =>
  Promise.resolve(navigator.clipboard?.writeText(test.source) ?? Promise.reject()).then(
    () => `Copied a test with ${contents(test)}.`,
    () => "The browser did not allow copying. Download the file instead."
  )

const download = ({ fileName, source }: WrittenTest): void => {
  const href = URL.createObjectURL(new Blob([source], { type: "text/plain" }))
  const link = Object.assign(document.createElement("a"), { download: fileName, href })
  link.click()
  // the browser reads the file after the click
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
