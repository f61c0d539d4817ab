export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  // environment variables such as NUXT_PUBLIC_HEXCLAVE_PROJECT_ID set these values
  runtimeConfig: {
    public: { hexclaveProjectId: "", hexclavePublishableClientKey: "", hexclaveApiUrl: "" }
  }
})
