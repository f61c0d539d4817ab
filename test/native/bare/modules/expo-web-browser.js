export const openAuthSessionAsync = (url, redirectUrl) => globalThis.__phone.call("authSession", url, redirectUrl)
