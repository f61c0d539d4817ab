/** Values that Vite substitutes. */
interface ImportMeta {
  readonly env: {
    readonly VITE_HEXCLAVE_API_URL: string
    readonly VITE_HEXCLAVE_PROJECT_ID: string
    readonly VITE_HEXCLAVE_PUBLISHABLE_CLIENT_KEY: string
  }
}
