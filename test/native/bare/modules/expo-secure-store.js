const keychain = (...args) => globalThis.__phone.call("keychain", ...args)

export const getItemAsync = (key) => keychain("get", key)
export const setItemAsync = (key, value) => keychain("set", key, value)
export const deleteItemAsync = (key) => keychain("delete", key)
