/** Native modules of Expo. Runs in the app's realm after `device.js`. */
;(function(phone) {
  class EventEmitter {
    #listeners = new Map()
    addListener(name, listener) {
      if (!this.#listeners.has(name)) this.#listeners.set(name, new Set())
      this.#listeners.get(name).add(listener)
      return { remove: () => this.removeListener(name, listener) }
    }
    removeListener(name, listener) {
      this.#listeners.get(name)?.delete(listener)
    }
    removeAllListeners(name) {
      this.#listeners.delete(name)
    }
    emit(name, ...args) {
      for (const listener of [...this.#listeners.get(name) ?? []]) listener(...args)
    }
    listenerCount(name) {
      return this.#listeners.get(name)?.size ?? 0
    }
  }
  class NativeModule extends EventEmitter {}
  class SharedObject extends EventEmitter {
    release() {}
  }
  class SharedRef extends SharedObject {}

  const bytesOf = (numbers) => Uint8Array.from(numbers)

  class NativeResponse extends SharedObject {
    answer = { status: 0, statusText: "", url: "", redirected: false, pairs: [], bytes: [] }
    bodyUsed = false
    get _rawHeaders() {
      return this.answer.pairs
    }
    get status() {
      return this.answer.status
    }
    get statusText() {
      return this.answer.statusText
    }
    get url() {
      return this.answer.url
    }
    get redirected() {
      return this.answer.redirected
    }
    async startStreaming() {
      return bytesOf(this.answer.bytes)
    }
    cancelStreaming() {}
    async arrayBuffer() {
      return bytesOf(this.answer.bytes).buffer
    }
    async text() {
      return this.answer.text
    }
  }
  let requests = 0
  class NativeRequest extends SharedObject {
    id = `expo ${++requests}`
    constructor(response) {
      super()
      this.response = response
    }
    async start(url, { headers, method }, body) {
      const sent = { id: this.id, method, url, headers: Object.fromEntries(headers ?? []) }
      this.response.answer = await phone.call("fetch", { ...sent, bytes: body === null ? null : [...body] })
    }
    cancel() {
      void phone.call("abort", this.id)
    }
  }

  const moduleOf = (members) => Object.assign(new NativeModule(), members)
  const linking = moduleOf({ getLinkingURL: () => null, clearInitialURL: () => {} })

  globalThis.expo = {
    EventEmitter,
    NativeModule,
    SharedObject,
    SharedRef,
    getViewConfig: () => null,
    uuidv4: () => "00000000-0000-4000-8000-000000000000",
    uuidv5: () => "00000000-0000-5000-8000-000000000000",
    modules: {
      ExpoFetchModule: { NativeRequest, NativeResponse },
      ExpoSecureStore: moduleOf({
        getValueWithKeyAsync: (key) => phone.call("keychain", "get", key),
        setValueWithKeyAsync: (value, key, options) => phone.call("keychain", "set", key, value, options),
        deleteValueWithKeyAsync: (key) => phone.call("keychain", "delete", key)
      }),
      ExpoWebBrowser: moduleOf({
        openAuthSessionAsync: (url, redirectUrl) => phone.call("authSession", url, redirectUrl),
        dismissAuthSession: () => {}
      }),
      ExpoAsset: moduleOf({}),
      ExponentConstants: moduleOf({
        executionEnvironment: "standalone",
        manifest: JSON.stringify({ name: "notes", slug: "notes", scheme: "notes", version: "1.0.0" })
      }),
      ExpoLinking: linking,
      ExpoCryptoAES: moduleOf({ EncryptionKey: SharedObject, SealedData: SharedObject }),
      ExpoCrypto: moduleOf({
        getRandomValues: phone.getRandomValues,
        digestAsync: (algorithm, data) =>
          phone.call("digest", algorithm, [...data]).then((bytes) => Uint8Array.from(bytes).buffer)
      })
    }
  }
})(globalThis.__phone)
