/** The requests that the emulator received, newest first. */
import { type ReactNode, useState } from "react"
import type { LoggedMessage, LoggedRequest } from "../../../../src/emulator/index.ts"
import type { Playground } from "./playground.ts"

/** Maximum number of listed requests. The emulator keeps more. */
const maxShown = 60

const isRefresh = ({ endpoint }: LoggedRequest): boolean => endpoint === "oauth.refresh"

export const Requests = ({ playground }: { readonly playground: Playground | undefined }): ReactNode => {
  const requests = playground?.requests() ?? []
  const [open, setOpen] = useState<number>()
  const refreshes = requests.filter(isRefresh).length
  return (
    <>
      <h3 className="head">
        Requests
        <span className="figures">
          {requests.length} sent, {refreshes} {refreshes === 1 ? "refresh" : "refreshes"}
        </span>
      </h3>
      <div className="list" role="log" aria-label="Requests">
        <ol>
          {requests.slice(-maxShown).reverse().map((request) => (
            <li key={request.id}>
              <Row
                request={request}
                isOpen={open === request.id}
                onToggle={() => setOpen(open === request.id ? undefined : request.id)}
              />
              {open === request.id ? <Exchange id={request.id} playground={playground} /> : null}
            </li>
          ))}
        </ol>
      </div>
    </>
  )
}

const Row = ({ isOpen, onToggle, request }: {
  readonly request: LoggedRequest
  readonly isOpen: boolean
  readonly onToggle: () => void
}) => {
  const { errorCode, method, path, status } = request
  return (
    <button type="button" className="row request" aria-expanded={isOpen} onClick={onToggle}>
      <span className="status" data-kind={status === undefined || status >= 400 ? "failed" : "ok"}>
        {status ?? "lost"}
      </span>
      <span className="path">
        <span className="method">{method}</span> {path}
      </span>
      {isRefresh(request) ? <span className="badge">refresh</span> : null}
      {errorCode === undefined ? null : <span className="detail">{errorCode}</span>}
    </button>
  )
}

const Exchange = ({ id, playground }: { readonly id: number; readonly playground: Playground | undefined }) => {
  const exchange = playground?.exchange(id)
  if (exchange === undefined) return <p className="empty">The emulator no longer has this request.</p>
  return (
    <div className="exchange">
      <Message title="Request" message={exchange.request} />
      <Message title="Response" message={exchange.response} />
    </div>
  )
}

const Message = ({ message, title }: { readonly title: string; readonly message: LoggedMessage | undefined }) => (
  <>
    <h4>{title}</h4>
    <pre
      tabIndex={0}
      aria-label={title}
    >{message === undefined ? "The connection was lost." : message.body || "No body."}</pre>
  </>
)
