/** Modules that store small strings in the keychain of iOS or the keystore of Android. The app passes its module in. */

/** The functions of `expo-secure-store`. */
export interface ExpoSecureStore<Options extends object = {}> {
  getItemAsync(key: string, options?: Options): Promise<string | null>
  setItemAsync(key: string, value: string, options?: Options): Promise<void>
  deleteItemAsync(key: string, options?: Options): Promise<void>
}

/** The functions of `react-native-keychain`. Each key is a `service`. */
export interface Keychain {
  getGenericPassword(options: { readonly service: string }): Promise<false | { readonly password: string }>
  setGenericPassword(username: string, password: string, options: { readonly service: string }): Promise<unknown>
  resetGenericPassword(options: { readonly service: string }): Promise<unknown>
}

/** The functions of other stores, such as `react-native-encrypted-storage`. They may return values or promises. */
export interface TextStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>
  setItem(key: string, value: string): unknown
  removeItem(key: string): unknown
}

/** A module that stores small strings. */
export type SecureStore<Options extends object = {}> = ExpoSecureStore<Options> | Keychain | TextStorage

/** The three operations that the modules have in common. */
export interface Entries {
  readonly get: (key: string) => Promise<string | null | undefined>
  readonly set: (key: string, value: string) => Promise<unknown>
  readonly remove: (key: string) => Promise<unknown>
}

/** Name of the user of each entry of `react-native-keychain`, which requires one. */
const username = "latchkey"

/** Returns the operations of a module. `options` are passed to the module with every call. */
export const entriesOf = <Options extends object>(
  store: SecureStore<Options>,
  options: Options | undefined
): Entries => {
  if ("getItemAsync" in store) {
    return {
      get: (key) => store.getItemAsync(key, options),
      set: (key, value) => store.setItemAsync(key, value, options),
      remove: (key) => store.deleteItemAsync(key, options)
    }
  }
  if ("getGenericPassword" in store) {
    return {
      get: async (service) => {
        const found = await store.getGenericPassword({ ...options, service })
        return found === false ? null : found.password
      },
      set: async (service, value) => {
        // resolves with `false` if the value was not stored
        if (await store.setGenericPassword(username, value, { ...options, service }) === false) {
          throw new Error("refused")
        }
      },
      remove: (service) => store.resetGenericPassword({ ...options, service })
    }
  }
  return {
    get: async (key) => store.getItem(key),
    set: async (key, value) => store.setItem(key, value),
    remove: async (key) => store.removeItem(key)
  }
}
