export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  // set by NUXT_PUBLIC_HEXCLAVE_PROJECT_ID and the others
  runtimeConfig: {
    public: { hexclaveProjectId: "", hexclavePublishableClientKey: "", hexclaveApiUrl: "" }
  }
})
