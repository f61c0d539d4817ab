const { call, getRandomValues } = globalThis.__phone

export { getRandomValues }

export const CryptoDigestAlgorithm = { SHA1: "SHA-1", SHA256: "SHA-256" }

export const digest = (algorithm, bytes) =>
  call("digest", algorithm, Array.from(bytes)).then((digested) => Uint8Array.from(digested).buffer)
