/**
 * Native side of a phone, for the JavaScript of React Native and Expo: the globals, modules and views that are written
 * in C++, Swift and Kotlin on a device. Runs in the same realm as the app, before its bundle. Reaches the network,
 * timers, the keychain, the clock and the screen through `phone.send`, and gets events through `phone.receive`. Both
 * take JSON, so that the realm can be a context of Node or a process of Hermes. It uses only syntax that Hermes 0.12
 * can parse, which excludes classes.
 */
;(function(phone) {
  const device = globalThis
  const settled = Promise.resolve()
  // Hermes 0.12 implements promises with `setImmediate`, which React Native replaces
  const { setImmediate } = device
  const queueMicrotask = (run) => void (setImmediate === undefined ? settled.then(run) : setImmediate(run))

  const send = (message) => phone.send(JSON.stringify(message))

  // ---- Clock, timers and microtasks

  const RealDate = Date
  let offset = 0
  const now = () => RealDate.now() + offset

  const PhoneDate = function() {
    if (!new.target) return new RealDate(now()).toString()
    return arguments.length === 0
      ? Reflect.construct(RealDate, [now()], new.target)
      : Reflect.construct(RealDate, arguments, new.target)
  }
  PhoneDate.prototype = RealDate.prototype
  Object.setPrototypeOf(PhoneDate, RealDate)
  PhoneDate.now = now
  RealDate.prototype.constructor = PhoneDate
  device.Date = PhoneDate

  const timers = new Map()
  let lastTimer = 0
  const startTimer = (run, millis, repeats) => {
    const id = ++lastTimer
    timers.set(id, run)
    send({ kind: "timer", id, millis: Math.max(0, Number(millis) || 0), repeats })
    return id
  }
  const stopTimer = (id) => {
    if (timers.delete(id)) send({ kind: "stopTimer", id })
  }
  const timer = (repeats) => (run, millis, ...args) => startTimer(() => run(...args), millis, repeats)
  device.setTimeout = timer(false)
  device.setInterval = timer(true)
  device.clearTimeout = stopTimer
  device.clearInterval = stopTimer
  device.requestAnimationFrame = (run) => startTimer(() => run(now()), 0, false)
  device.cancelAnimationFrame = stopTimer
  device.nativePerformanceNow = now

  // ---- Calls of the phone, and events from it

  const calls = new Map()
  let lastCall = 0
  const call = (name, ...args) =>
    new Promise((resolve, reject) => {
      const id = ++lastCall
      calls.set(id, { resolve, reject })
      send({ kind: "call", id, name, args })
    })

  phone.call = call
  phone.getRandomValues = (array) => {
    for (let at = 0; at < array.length; at++) array[at] = Math.floor(Math.random() * 0x100000000)
    return array
  }

  const callable = new Map()
  device.RN$Bridgeless = true
  device.RN$registerCallableModule = (name, create) => callable.set(name, create)
  const emit = (name, argument) => callable.get("RCTDeviceEventEmitter")().emit(name, argument)

  device.nativeLoggingHook = (text, level) => {
    if (level > 1) send({ kind: "log", text })
  }

  // ---- Globals of Hermes that other engines lack

  if (device.HermesInternal === undefined) {
    device.HermesInternal = { hasPromise: () => true, enablePromiseRejectionTracker: () => {} }
  }

  const utf8 = (text) => {
    const percent = encodeURIComponent(text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?:^|[^\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD"))
    const bytes = []
    for (let at = 0; at < percent.length; at++) {
      if (percent[at] === "%") {
        bytes.push(Number.parseInt(percent.slice(at + 1, at + 3), 16))
        at += 2
      } else bytes.push(percent.charCodeAt(at))
    }
    return Uint8Array.from(bytes)
  }
  const Encoder = function() {}
  Encoder.prototype.encoding = "utf-8"
  Encoder.prototype.encode = (text) => utf8(text === undefined ? "" : String(text))
  device.TextEncoder = Encoder

  // ---- Views

  let lastSurface = []
  let dispatch = () => {}
  const node = (tag, view, props, children, handle) => ({ tag, view, props, children, handle })
  const merged = (props, changes) => {
    const all = { ...props, ...changes }
    for (const name of Object.keys(all)) if (all[name] === null) delete all[name]
    return all
  }
  const find = (nodes, tag) => {
    for (const each of nodes) {
      const found = each.tag === tag ? each : find(each.children, tag)
      if (found !== undefined) return found
    }
    return undefined
  }
  let rootHandle
  const parentHandle = (nodes, tag, above) => {
    for (const each of nodes) {
      const found = each.tag === tag ? above : parentHandle(each.children, tag, each.handle)
      if (found !== null) return found
    }
    return null
  }
  const shown = ({ children, props, tag, view }) => ({
    tag,
    view,
    text: props.text,
    label: props.accessibilityLabel,
    value: props.value === undefined ? undefined : String(props.value),
    disabled: props.accessibilityState?.disabled === true || undefined,
    children: children.map(shown)
  })

  device.nativeFabricUIManager = {
    createNode: (tag, view, root, props, handle) => node(tag, view, merged({}, props), [], handle),
    cloneNode: ({ children, handle, props, tag, view }) => node(tag, view, props, children, handle),
    cloneNodeWithNewChildren: ({ handle, props, tag, view }, children) =>
      node(tag, view, props, children === undefined ? [] : children, handle),
    cloneNodeWithNewProps: ({ children, handle, props, tag, view }, changes) =>
      node(tag, view, merged(props, changes), children, handle),
    cloneNodeWithNewChildrenAndProps: ({ handle, props, tag, view }, childrenOrChanges, changes) =>
      Array.isArray(childrenOrChanges)
        ? node(tag, view, merged(props, changes), childrenOrChanges, handle)
        : node(tag, view, merged(props, childrenOrChanges), [], handle),
    createChildSet: () => [],
    appendChild: (parent, child) => {
      parent.children.push(child)
      return parent
    },
    appendChildToSet: (set, child) => {
      set.push(child)
    },
    completeRoot: (_root, children) => {
      lastSurface = children
      send({ kind: "screen", nodes: children.map(shown) })
    },
    registerEventHandler: (handler) => {
      dispatch = handler
    },
    measure: (_node, callback) => callback(0, 0, 100, 40, 0, 0),
    measureInWindow: (_node, callback) => callback(0, 0, 100, 40),
    measureLayout: (_node, _relative, _failed, succeeded) => succeeded(0, 0, 100, 40),
    setNativeProps: () => {},
    dispatchCommand: () => {},
    setIsJSResponder: () => {},
    sendAccessibilityEvent: () => {},
    configureNextLayoutAnimation: () => {},
    findNodeAtPoint: () => {},
    getBoundingClientRect: () => [0, 0, 100, 40],
    compareDocumentPosition: () => 0,
    unstable_DefaultEventPriority: 16,
    unstable_DiscreteEventPriority: 1,
    unstable_ContinuousEventPriority: 4,
    unstable_IdleEventPriority: 268435456,
    unstable_getCurrentEventPriority: () => 16
  }

  const touched = (tag) => {
    const { handle } = find(lastSurface, tag)
    const touch = { identifier: 0, target: tag, pageX: 5, pageY: 5, locationX: 5, locationY: 5, timestamp: now(), force: 0 }
    dispatch(handle, "topTouchStart", { ...touch, touches: [touch], changedTouches: [touch] })
    dispatch(handle, "topTouchEnd", { ...touch, touches: [], changedTouches: [touch] })
  }

  let edits = 0
  const typed = (tag, text) => {
    const { handle } = find(lastSurface, tag)
    dispatch(handle, "topFocus", { target: tag })
    dispatch(handle, "topChange", { target: tag, text, eventCount: ++edits })
    dispatch(handle, "topBlur", { target: tag })
  }

  // ---- Modules of React Native

  const events = { addListener: () => {}, removeListeners: () => {} }
  const screen = { width: 390, height: 844, scale: 3, fontScale: 1 }

  const blobs = new Map()
  const blobOf = (answer) => {
    const blobId = `blob ${blobs.size}`
    blobs.set(blobId, answer)
    return { blobId, offset: 0, size: answer.size, type: answer.headers["content-type"], name: "", lastModified: 0 }
  }

  let requests = 0
  const network = (id, { data, headers, method, responseType, url }) =>
    call("fetch", { method, url, headers, body: data.string === undefined ? null : data.string, id }).then((answer) => {
      emit("didReceiveNetworkResponse", [id, answer.status, answer.headers, answer.url])
      const received = responseType === "blob" ? blobOf(answer) : responseType === "base64" ? answer.base64 : answer.text
      emit("didReceiveNetworkData", [id, received])
      emit("didCompleteNetworkResponse", [id, "", false])
    }, (error) => emit("didCompleteNetworkResponse", [id, error.message, false]))

  const modules = {
    PlatformConstants: {
      getConstants: () => ({
        isTesting: false,
        reactNativeVersion: { major: 0, minor: 86, patch: 3, prerelease: null },
        forceTouchAvailable: false,
        osVersion: "20.0",
        systemName: "iOS",
        interfaceIdiom: "phone"
      })
    },
    DeviceInfo: { getConstants: () => ({ Dimensions: { window: screen, screen } }) },
    NativeMicrotasksCxx: { queueMicrotask },
    Networking: {
      ...events,
      sendRequest: (query, callback) => {
        const id = ++requests
        callback(id)
        network(id, query)
      },
      abortRequest: (id) => send({ kind: "abort", id }),
      clearCookies: (callback) => callback(true)
    },
    ExceptionsManager: {
      reportException: ({ message, stack }) => send({ kind: "exception", text: message, stack: stack.slice(0, 8) }),
      dismissRedbox: () => {}
    },
    NativeReactNativeFeatureFlagsCxx: {},
    NativePerformanceCxx: { now, timeOrigin: () => 0, mark: () => now(), measure: () => [now(), 0] },
    NativeDOMCxx: {
      linkRootNode: (tag, handle) => {
        rootHandle = handle
        return node(tag, "RootView", {}, [], handle)
      },
      getParentNode: ({ tag }) => parentHandle(lastSurface, tag, rootHandle),
      measure: (_node, callback) => callback(0, 0, 100, 40, 0, 0),
      measureInWindow: (_node, callback) => callback(0, 0, 100, 40),
      setNativeProps: () => {}
    },
    SourceCode: { getConstants: () => ({ scriptURL: "http://localhost:8081/index.bundle" }) },
    BlobModule: {
      getConstants: () => ({ BLOB_URI_SCHEME: "blob", BLOB_URI_HOST: null }),
      addNetworkingHandler: () => {},
      addWebSocketHandler: () => {},
      release: (blobId) => blobs.delete(blobId)
    },
    FileReaderModule: {
      readAsText: ({ blobId }) => Promise.resolve(blobs.get(blobId).text),
      readAsDataURL: ({ blobId, type }) => Promise.resolve(`data:${type};base64,${blobs.get(blobId).base64}`)
    },
    AppState: {
      ...events,
      getConstants: () => ({ initialAppState: "active" }),
      getCurrentAppState: (callback) => callback({ app_state: "active" })
    },
    LinkingManager: {
      ...events,
      getInitialURL: () => Promise.resolve(null),
      canOpenURL: () => Promise.resolve(true),
      openURL: (url) => call("openUrl", url)
    }
  }

  // `null` for modules that the example doesn't need
  device.__turboModuleProxy = (name) => {
    const module = modules[name]
    return module === undefined ? null : module
  }
  device.nativeModuleProxy = new Proxy({}, { get: (_, name) => device.__turboModuleProxy(name) })

  phone.receive = (text) => {
    const message = JSON.parse(text)
    const { id } = message
    if (message.kind === "fire") {
      const run = timers.get(id)
      if (run === undefined) return
      if (!message.repeats) timers.delete(id)
      run()
    } else if (message.kind === "resolve") {
      const { resolve } = calls.get(id)
      calls.delete(id)
      resolve(message.value)
    } else if (message.kind === "reject") {
      const { reject } = calls.get(id)
      calls.delete(id)
      reject(new Error(message.reason))
    } else if (message.kind === "start") {
      callable.get("AppRegistry")().runApplication("main", { rootTag: 1, initialProps: {}, fabric: true })
    } else if (message.kind === "ping") send({ kind: "pong" })
    else if (message.kind === "press") touched(message.tag)
    else if (message.kind === "type") typed(message.tag, message.text)
    else if (message.kind === "event") emit(message.name, message.argument)
    else if (message.kind === "advance") offset += message.millis
  }
})(globalThis.__phone)
