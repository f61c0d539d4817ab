/** Runs the app, the emulator and the reader's code in the sandbox's frame, which has its own document and globals. */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { type ReactNode, useState, useSyncExternalStore } from "react"
import { createRoot } from "react-dom/client"
import * as TokenStore from "../../../../layers/TokenStore.ts"
import { LatchkeyProvider, type SharedClient } from "../../../../react/index.ts"
import screens from "../../../../react/screens/screens.css?inline"
import { Emulator, type EmulatorHandle, inPageBrowser } from "../../../../src/emulator/index.ts"
import { frameDocument } from "../../../../src/emulator/page/frameDocument.ts"
import { Client } from "../../../../src/index.ts"
import appStyles from "./app.css?inline"
import { App, Loading } from "./App.tsx"
import { makeClock, type MovableClock } from "./clock.ts"
import { type Fault, faults } from "./faults.ts"
import type { HostElement, Playground } from "./playground.ts"
import { printed, runCode } from "./runCode.ts"
import { ada, scenarios } from "./scenarios.ts"

/** The emulator, on the sandbox's clock. */
const emulatorOn = async (clock: MovableClock, changed: () => void, seed: object): Promise<EmulatorHandle> => {
  const runtime = ManagedRuntime.make(Emulator.layer(seed).pipe(Layer.provideMerge(Layer.succeed(Clock.Clock, clock))))
  const handle = await runtime.runPromise(Emulator)
  handle.outbox.listen(changed)
  return {
    ...handle,
    baseUrl: handle.baseUrl,
    fetch: (input, init) => handle.fetch(input, init).finally(changed),
    clock: {
      ...handle.clock,
      advance: (duration) => {
        clock.advance(millisOf(duration))
        handle.clock.advance(0)
        changed()
      }
    }
  }
}

const millisOf = (duration: Duration.Input): number => Duration.toMillis(Duration.fromInputUnsafe(duration))

/** Options that code can pass to `createClient`. The site's cookies stay untouched. */
const projectOf = ({ baseUrl, fetch, project }: EmulatorHandle) => ({
  ...project,
  baseUrl,
  fetch,
  tokenStore: "memory"
})

/**
 * Lets the app move the focus only while the reader is in the frame: a sandbox that starts by itself, or an email that the
 * reader opens next to the app, must not take the focus away.
 */
const keepFocusOutside = () => {
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function(options) {
    if (document.hasFocus()) focus.call(this, options)
  }
}

const start = async ({ changed, ready, scenario: name }: HostElement["tryIt"]) => {
  const scenario = scenarios[name]
  if (scenario === undefined) throw new Error(`No sandbox is called "${name}". Add it to scenarios.ts.`)
  const clock = makeClock()
  const emulator = await emulatorOn(clock, changed, scenario.seed)
  await scenario.prepare?.(emulator)
  const browser = await inPageBrowser({ emulator, path: scenario.path })
  browser.subscribe(changed)

  let client: SharedClient | undefined
  let onFirstClient: () => void
  const firstClient = new Promise<void>((resolve) => {
    onFirstClient = resolve
  })
  const setClient = (current: SharedClient) => {
    client = current
    onFirstClient()
  }
  let reload = () => {}
  let fault: Fault = "none"
  let onFault = () => {}

  const { app, frame, project } = browser
  // a reload builds the client again, with the session from the browser's cookies
  const layer = Client.layer({ ...project, tokenStore: TokenStore.layerDefault() }).pipe(
    Layer.provideMerge(Layer.succeed(Clock.Clock, clock))
  )

  const Page = (): ReactNode => {
    const [loads, setLoads] = useState(0)
    reload = () => setLoads((loads) => loads + 1)
    const [problem, setProblem] = useState<Fault>(fault)
    onFault = () => setProblem(fault)
    const url = useSyncExternalStore(browser.subscribe, browser.url)
    return (
      <>
        <div className="whole" ref={app}>
          <LatchkeyProvider key={loads} layer={layer} sessionInBrowser fallback={<Loading problem={problem} />}>
            <App path={new URL(url).pathname} problem={problem} onClient={setClient} />
          </LatchkeyProvider>
        </div>
        <div className="site" ref={frame} />
      </>
    )
  }

  const playground: Playground = {
    now: () => clock.currentTimeMillisUnsafe(),
    advance: (millis) => emulator.clock.advance(millis),
    mails: emulator.outbox.list,
    mailDocument: frameDocument,
    requests: emulator.requests.list,
    exchange: emulator.requests.exchange,
    fault: () => fault,
    setFault: (chosen) => {
      fault = chosen
      emulator.faults.clear()
      const { effect } = faults[chosen]
      if (effect !== undefined) emulator.faults.add({ respond: effect })
      // as a browser does when the network returns
      else dispatchEvent(new Event("online"))
      onFault()
      changed()
    },
    url: () => browser.page()?.url ?? browser.url(),
    open: (url) => void browser.open(url),
    back: browser.back,
    reload: () => reload(),
    run: (code, print) =>
      runCode(code, {
        client,
        emulator,
        project: projectOf(emulator),
        open: (url: string) => void browser.open(url),
        print: (...values: ReadonlyArray<unknown>) => print(values.map(printed).join(" "))
      }).finally(changed)
  }

  keepFocusOutside()
  for (const text of [screens, appStyles]) {
    document.head.append(Object.assign(document.createElement("style"), { textContent: text }))
  }
  const place = document.createElement("div")
  document.body.append(place)
  createRoot(place).render(<Page />)
  await firstClient
  if (scenario.signedIn === true) await client!.signIn.withPassword(ada)
  ready(playground)
}

const host = (globalThis.frameElement as HostElement | null)?.tryIt
if (host !== undefined) {
  start(host).catch((error: unknown) => {
    document.body.textContent = `The sandbox couldn't start. ${String(error)}`
  })
}
